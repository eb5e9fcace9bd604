package dev.carillon.system.architecture.planted.kit;

/** Breaks a rule: its name does not say what it does. */
public final class TickUtils {}
