package dev.carillon.system.architecture.planted.trigger;

/** Stands for the trigger's arithmetic, which the checker must not use. */
public final class Reckoning {}
