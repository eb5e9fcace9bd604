package dev.carillon.cli.doctor.fact;

import dev.carillon.schemas.topic.TopicSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All topics of the namespace.
 *
 * @param wanted the topics of the contract, for every queue that exists
 * @param found those of them that exist
 * @param hidden those of them that this user may not see
 */
public record TopicsFact(List<TopicSpec> wanted, Map<String, TopicFact> found, Set<String> hidden) {}
