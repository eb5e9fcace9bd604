package dev.carillon.system.architecture.planted.broker;

/** Stands for a class of a broker's jar. */
public final class Broker {}
