package dev.carillon.trigger;

import dev.carillon.kit.config.Key;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.trigger.leadership.ZookeeperSecurity;
import java.time.Duration;

/** The settings of a trigger. */
public record TriggerConfig(
        @Key(
                name = "trigger.zookeeper",
                byDefault = "127.0.0.1:2181",
                min = "1",
                max = "500",
                reason = "host:port of the ZooKeeper servers that choose the leader, with commas between them")
        String zookeeper,

        @Key(
                name = "trigger.latch-session",
                byDefault = "4s",
                min = "1s",
                max = "1m",
                reason = "how long after a leader's death the next one leads; low is safe, as leaders fence each other")
        Duration latchSession,

        @Key(
                name = "trigger.connect-timeout",
                byDefault = "15s",
                min = "1s",
                max = "10m",
                reason = "how long a start waits for ZooKeeper before it fails")
        Duration connectTimeout,

        @Key(
                name = "trigger.grace",
                byDefault = "60s",
                min = "5s",
                max = "1h",
                reason = "how late a tick may be dispatched before it counts as missed")
        Duration grace,

        @Key(
                name = "trigger.slice-records",
                byDefault = "12000",
                min = "1",
                max = "20000",
                reason = "how many records one transaction holds at most")
        int sliceRecords,

        @Key(
                name = "trigger.idle-watermark",
                byDefault = "5s",
                min = "1s",
                max = "20s",
                reason = "how often progress is written while nothing is due")
        Duration idleWatermark,

        ZookeeperSecurity zookeeperSecurity) {

    public static final TriggerConfig DEFAULT = new TriggerConfig(
            "127.0.0.1:2181",
            Duration.ofSeconds(4),
            Duration.ofSeconds(15),
            Duration.ofSeconds(60),
            12_000,
            AgreedDurations.IDLE_WATERMARK,
            ZookeeperSecurity.NONE);

    public TriggerConfig withZookeeper(String address) {
        return at(address, zookeeperSecurity);
    }

    public TriggerConfig withZookeeperSecurity(ZookeeperSecurity security) {
        return at(zookeeper, security);
    }

    private TriggerConfig at(String address, ZookeeperSecurity security) {
        return new TriggerConfig(address, latchSession, connectTimeout, grace, sliceRecords, idleWatermark, security);
    }
}
