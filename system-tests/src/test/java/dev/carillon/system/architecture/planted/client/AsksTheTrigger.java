package dev.carillon.system.architecture.planted.client;

import dev.carillon.system.architecture.planted.trigger.Reckoning;

/** Breaks a rule: the client must not depend on a service. */
public record AsksTheTrigger(Reckoning reckoning) {}
