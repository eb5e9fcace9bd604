package dev.carillon.system.architecture.planted.kit;

/** Breaks a rule: it uses the clock, but is not named as an exception. */
@TouchesTheSystem
public final class ReadsTheClock {}
