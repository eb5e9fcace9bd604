package dev.carillon.system.architecture.planted.misc;

/** Breaks a rule: its package has no subject. */
public final class Anything {}
