package dev.carillon.system.architecture.planted.unmarked;

/** Lies in a package that is not null-marked. */
public final class Unmarked {}
