package dev.carillon.system.architecture.planted.kit;

import dev.carillon.system.architecture.planted.schemas.Contract;

/** Breaks a rule: the kit must not depend on the contract. */
public record KnowsTasks(Contract contract) {}
