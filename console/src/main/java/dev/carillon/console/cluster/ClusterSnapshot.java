package dev.carillon.console.cluster;

import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Status of the cluster at one instant.
 *
 * @param json as {@code carillon status -o json} prints it
 * @param needs what needs an operator, the worst first
 */
public record ClusterSnapshot(Instant at, ObjectNode json, List<AttentionItem> needs) {}
