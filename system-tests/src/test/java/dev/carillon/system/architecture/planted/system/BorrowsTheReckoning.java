package dev.carillon.system.architecture.planted.system;

import dev.carillon.system.architecture.planted.trigger.Reckoning;

/** A checker that asks the trigger what the trigger should have done. */
public record BorrowsTheReckoning(Reckoning reckoning) {}
