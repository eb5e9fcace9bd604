package dev.carillon.console.cluster;

import dev.carillon.insight.cluster.ClusterAnswer;
import java.time.Instant;
import java.util.List;

/**
 * Status of the cluster at one instant.
 *
 * @param answer as {@code carillon status -o json} prints it
 * @param needs what needs an operator, the worst first
 */
public record ClusterSnapshot(Instant at, ClusterAnswer answer, List<AttentionItem> needs) {}
