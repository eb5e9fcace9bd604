package dev.carillon.system.architecture.planted.schemas;

import dev.carillon.system.architecture.planted.kit.MayTouch;

/** The contract stands alone. */
public record SeesTheKit(MayTouch kit) {}
