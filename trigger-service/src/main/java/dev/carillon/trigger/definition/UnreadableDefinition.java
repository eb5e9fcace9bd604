package dev.carillon.trigger.definition;

/** A definition in force that this instance can't use, though a leader once could. */
public record UnreadableDefinition(String taskId, long offset, DefinitionRecord.Bad bad) {}
