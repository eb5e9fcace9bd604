package dev.carillon.kit.stop;

import dev.carillon.kit.config.Key;
import java.time.Duration;

/** How a process ends. */
public record StopConfig(
        @Key(
                name = "stop.drain",
                byDefault = "30s",
                min = "0s",
                max = "1h",
                reason = "how long running work may go on after a signal to stop before it is handed back")
        Duration drain) {}
