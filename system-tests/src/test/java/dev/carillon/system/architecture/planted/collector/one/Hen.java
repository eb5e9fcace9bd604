package dev.carillon.system.architecture.planted.collector.one;

import dev.carillon.system.architecture.planted.collector.two.Egg;

/** Needs the egg. */
public record Hen(Egg egg) {}
