package dev.carillon.system.architecture.planted.unmarked;

/** Breaks a rule: its package is not null-marked. */
public final class Unmarked {}
