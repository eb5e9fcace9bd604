package dev.carillon.system.architecture;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The modules of the code base, which others each may depend on, and the exceptions from the rules.
 *
 * @param root the package below which each module has its own package
 * @param brokers packages of broker classes
 * @param touchers the classes that may use the system's clocks, by full name
 * @param compositionRoots classes that may use any technology because they wire the others, by simple name
 */
record House(String root, List<String> brokers, Set<String> touchers, Set<String> compositionRoots) {
    static final String SCHEMAS = "schemas";
    static final String KIT = "kit";
    static final String TIMING = "timing";
    static final String CLIENT = "client";
    static final String INSIGHT = "insight";
    static final String TRIGGER = "trigger";
    static final String WORKER = "worker";
    static final String COLLECTOR = "collector";
    static final String EMBEDDED = "embedded";
    static final String CONSOLE = "console";
    static final String CLI = "cli";
    static final String STANDALONE = "standalone";
    static final String EXAMPLES = "examples";
    static final String SYSTEM = "system";
    /** Built after all other modules, so its classes are not there when the rules are checked. */
    static final String BENCHMARKS = "benchmarks";

    /** On which other modules each module may depend. No module depends on {@code system}. */
    static final Map<String, Set<String>> SEES = Map.ofEntries(
            entry(SCHEMAS, Set.of()),
            entry(KIT, Set.of(SCHEMAS)),
            entry(TIMING, Set.of(SCHEMAS)),
            entry(CLIENT, Set.of(SCHEMAS, KIT)),
            entry(INSIGHT, Set.of(SCHEMAS, KIT, TIMING, CLIENT)),
            entry(EMBEDDED, Set.of()),
            entry(TRIGGER, Set.of(SCHEMAS, KIT, TIMING)),
            entry(WORKER, Set.of(SCHEMAS, KIT)),
            entry(COLLECTOR, Set.of(SCHEMAS, KIT)),
            entry(CONSOLE, Set.of(SCHEMAS, KIT, TIMING, CLIENT, INSIGHT)),
            entry(CLI, Set.of(SCHEMAS, KIT, TIMING, CLIENT, INSIGHT)),
            entry(
                    STANDALONE,
                    Set.of(SCHEMAS, KIT, TIMING, CLIENT, INSIGHT, EMBEDDED, TRIGGER, WORKER, COLLECTOR, CONSOLE, CLI)),
            entry(EXAMPLES, Set.of(SCHEMAS, KIT, CLIENT, TRIGGER, WORKER, COLLECTOR)),
            entry(SYSTEM, Set.of(SCHEMAS)));

    static House real() {
        return new House(
                "dev.carillon",
                List.of(
                        "kafka..",
                        "org.apache.kafka.server..",
                        "org.apache.kafka.metadata..",
                        "org.apache.kafka.raft..",
                        "org.apache.kafka.controller..",
                        "org.apache.kafka.storage..",
                        "org.apache.kafka.coordinator..",
                        "org.apache.zookeeper.server.."),
                Set.of("dev.carillon.kit.time.SystemTime", "dev.carillon.cli.terminal.SystemTerminal"),
                Set.of("TriggerService", "CollectorService"));
    }

    String packagesOf(String module) {
        return root + "." + module + "..";
    }
}
