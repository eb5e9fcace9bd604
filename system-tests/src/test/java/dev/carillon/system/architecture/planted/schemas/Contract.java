package dev.carillon.system.architecture.planted.schemas;

/** A part of the contract. */
public final class Contract {}
