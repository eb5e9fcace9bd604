package dev.carillon.system.architecture.planted.trigger;

import dev.carillon.system.architecture.planted.broker.Broker;

/** Broker jars stay in one module. */
public record StartsABroker(Broker broker) {}
