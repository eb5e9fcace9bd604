package dev.carillon.system.architecture.planted.kit;

/** Breaks a rule: its name says that it is abstract, not what it does. */
public final class AbstractClock {}
