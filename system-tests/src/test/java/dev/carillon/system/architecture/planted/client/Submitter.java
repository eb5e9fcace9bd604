package dev.carillon.system.architecture.planted.client;

/** What services must not use: they write their own records. */
public final class Submitter {}
