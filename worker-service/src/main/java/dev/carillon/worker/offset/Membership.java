package dev.carillon.worker.offset;

/** What the worker is to its consumer group at one moment; only those who talk to the group look inside. */
public interface Membership {}
