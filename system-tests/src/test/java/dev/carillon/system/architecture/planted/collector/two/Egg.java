package dev.carillon.system.architecture.planted.collector.two;

import dev.carillon.system.architecture.planted.collector.one.Hen;

/** Needs the hen. */
public record Egg(Hen hen) {}
