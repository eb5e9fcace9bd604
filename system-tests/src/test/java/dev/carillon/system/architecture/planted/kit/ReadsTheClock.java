package dev.carillon.system.architecture.planted.kit;

/** Marked, but not named as one that may. */
@TouchesTheSystem
public final class ReadsTheClock {}
