package dev.carillon.console.api.execution;

import dev.carillon.client.RecordLog;
import dev.carillon.console.api.write.ReadBack;
import dev.carillon.console.topics.TopicDesk;
import dev.carillon.schemas.key.FreshInstants;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;

/** All that writing a record needs. */
public record Writing(TopicDesk desk, ReadBack readBack, TopicNames names, Clock clock, FreshInstants instants) {

    <T> T ask(Function<RecordLog, T> question) {
        return desk.ask(question);
    }

    Instant now() {
        return clock.instant();
    }

    Instant freshInstant() {
        return instants.next();
    }
}
