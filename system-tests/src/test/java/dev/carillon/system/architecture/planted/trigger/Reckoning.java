package dev.carillon.system.architecture.planted.trigger;

/** What the checker must not borrow. */
public final class Reckoning {}
