package dev.carillon.system.architecture.planted.kit;

/** The one class that may use the system's clock. */
@TouchesTheSystem
public final class MayTouch {}
