package dev.carillon.system.architecture.planted.client;

/** Stands for a client class, which services must not use. */
public final class Submitter {}
