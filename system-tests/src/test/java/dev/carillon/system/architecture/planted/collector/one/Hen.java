package dev.carillon.system.architecture.planted.collector.one;

import dev.carillon.system.architecture.planted.collector.two.Egg;

/** Breaks a rule: forms a cycle with the package of Egg. */
public record Hen(Egg egg) {}
