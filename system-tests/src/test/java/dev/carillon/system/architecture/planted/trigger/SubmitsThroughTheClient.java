package dev.carillon.system.architecture.planted.trigger;

import dev.carillon.system.architecture.planted.client.Submitter;

/** Breaks a rule: services must not use the client. */
public record SubmitsThroughTheClient(Submitter submitter) {}
