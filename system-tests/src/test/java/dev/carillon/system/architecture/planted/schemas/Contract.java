package dev.carillon.system.architecture.planted.schemas;

/** Stands for a class of the contract. */
public final class Contract {}
