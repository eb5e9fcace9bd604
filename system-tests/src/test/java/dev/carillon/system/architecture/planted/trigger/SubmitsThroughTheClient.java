package dev.carillon.system.architecture.planted.trigger;

import dev.carillon.system.architecture.planted.client.Submitter;

/** The client is for those outside. */
public record SubmitsThroughTheClient(Submitter submitter) {}
