package dev.carillon.system.architecture.planted.schemas;

import dev.carillon.system.architecture.planted.kit.MayTouch;

/** Breaks a rule: the contract must not depend on another module. */
public record SeesTheKit(MayTouch kit) {}
