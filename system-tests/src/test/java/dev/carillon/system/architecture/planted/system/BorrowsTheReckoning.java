package dev.carillon.system.architecture.planted.system;

import dev.carillon.system.architecture.planted.trigger.Reckoning;

/** Breaks a rule: the checker must not use the trigger's arithmetic to check the trigger. */
public record BorrowsTheReckoning(Reckoning reckoning) {}
