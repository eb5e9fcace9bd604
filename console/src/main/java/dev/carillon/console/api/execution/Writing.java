package dev.carillon.console.api.execution;

import dev.carillon.client.RecordLog;
import dev.carillon.console.api.write.ReadBack;
import dev.carillon.console.topics.TopicDesk;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;

/** All that writing a record needs. */
public record Writing(TopicDesk desk, ReadBack readBack, TopicNames names, Clock clock, FreshKeys keys) {

    <T> T ask(Function<RecordLog, T> question) {
        return desk.ask(question);
    }

    Instant now() {
        return clock.instant();
    }

    ExecTime freshTime() {
        return keys.nextTime();
    }
}
