package dev.carillon.system.architecture.planted.kit;

/** Says that it is abstract, which the compiler knew. */
public final class AbstractClock {}
