package dev.carillon.collector;

import dev.carillon.kit.config.Key;
import java.time.Duration;

/** How the collector runs. */
public record CollectorConfig(
        @Key(
                name = "collector.state-dir",
                byDefault = "data/collector",
                min = "1",
                max = "1000",
                reason = "where open executions and timers are kept on this machine; lost, it is rebuilt from Kafka")
        String stateDir,

        @Key(
                name = "collector.threads",
                byDefault = "1",
                min = "1",
                max = "64",
                reason = "how many threads share the partitions of this instance")
        int threads,

        @Key(
                name = "collector.commit-interval",
                byDefault = "100ms",
                min = "10ms",
                max = "3s",
                reason = "how long outcomes may wait for the next transaction; longer is cheaper, but the trigger"
                        + " aborts one that is open for 6s, as if its process were dead")
        Duration commitInterval,

        @Key(
                name = "collector.session-timeout",
                byDefault = "6s",
                min = "500ms",
                max = "5m",
                reason = "how soon the work of a dead instance goes to another; brokers set a minimum, usually 6s")
        Duration sessionTimeout,

        @Key(
                name = "collector.standby-replicas",
                byDefault = "0",
                min = "0",
                max = "5",
                reason = "how many other instances keep a warm copy of each partition's state")
        int standbyReplicas,

        @Key(
                name = "collector.closed-kept",
                byDefault = "1000000",
                min = "1000",
                max = "100000000",
                reason = "how many executions of the last hour are remembered to tell repeats from new ones")
        long closedKept,

        @Key(
                name = "collector.start-timeout",
                byDefault = "2m",
                min = "1s",
                max = "1h",
                reason = "how long the start may take, state restored from Kafka included")
        Duration startTimeout) {}
