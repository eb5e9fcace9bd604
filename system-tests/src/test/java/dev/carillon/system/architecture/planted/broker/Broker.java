package dev.carillon.system.architecture.planted.broker;

/** A class of a broker's jars. */
public final class Broker {}
