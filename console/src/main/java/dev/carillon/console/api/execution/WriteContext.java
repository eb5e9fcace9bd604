package dev.carillon.console.api.execution;

import dev.carillon.client.log.RecordLog;
import dev.carillon.console.api.write.ReadBack;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;

/** What requests need to write a record and to wait until the history shows it. */
public record WriteContext(KafkaSession session, ReadBack readBack, TopicNames names, Clock clock, FreshKeys keys) {

    <T> T ask(Function<RecordLog, T> question) {
        return session.ask(question);
    }

    Instant now() {
        return clock.instant();
    }

    ExecTime freshTime() {
        return keys.nextTime();
    }
}
