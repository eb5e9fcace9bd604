package dev.carillon.trigger.catalogue;

/** A definition in force that this instance can't use, though a leader once could. */
public record Misread(String taskId, long offset, Definition.Bad bad) {}
