package dev.carillon.system.architecture.planted.collector.two;

import dev.carillon.system.architecture.planted.collector.one.Hen;

/** Breaks a rule: forms a cycle with the package of Hen. */
public record Egg(Hen hen) {}
