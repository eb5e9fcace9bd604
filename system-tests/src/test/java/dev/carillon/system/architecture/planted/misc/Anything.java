package dev.carillon.system.architecture.planted.misc;

/** Lies in a drawer. */
public final class Anything {}
