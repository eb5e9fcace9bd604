package dev.carillon.system.architecture.planted.trigger;

import dev.carillon.system.architecture.planted.broker.Broker;

/** Breaks a rule: only one module may use broker jars. */
public record StartsABroker(Broker broker) {}
