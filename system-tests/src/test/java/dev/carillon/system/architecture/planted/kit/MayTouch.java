package dev.carillon.system.architecture.planted.kit;

/** The one class that may. */
@TouchesTheSystem
public final class MayTouch {}
