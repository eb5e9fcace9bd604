package dev.carillon.system.architecture.planted.client;

import dev.carillon.system.architecture.planted.trigger.Reckoning;

/** A client knows the contract, never a service. */
public record AsksTheTrigger(Reckoning reckoning) {}
