package dev.carillon.system.architecture.planted.kit;

/** Says nothing of what it does. */
public final class TickUtils {}
