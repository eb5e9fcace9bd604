package dev.carillon.system.architecture.planted.kit;

import dev.carillon.system.architecture.planted.schemas.Contract;

/** The kit knows nothing of tasks. */
public record KnowsTasks(Contract contract) {}
