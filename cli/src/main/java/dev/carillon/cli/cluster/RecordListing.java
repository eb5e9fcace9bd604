package dev.carillon.cli.cluster;

import dev.carillon.cli.terminal.TerminalColors;
import dev.carillon.insight.words.OutcomeSentence;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The topics that can be listed, which of their records are shown, and how. */
enum RecordListing {
    OUTCOMES {
        @Override
        String topic(TopicNames names) {
            return names.outcomes();
        }

        @Override
        String line(ReceivedRecord found, TerminalColors paint) {
            return found.read(Kind.OUTCOME::ifReadable)
                    .map(outcome -> columns(
                            found,
                            coloured(paint, outcome.status() == OutcomeStatus.SUCCEEDED, outcome.status()),
                            outcome.key().toString(),
                            OutcomeSentence.predicate(outcome)))
                    .orElseGet(() -> unreadable(found));
        }
    },
    RESULTS {
        @Override
        String topic(TopicNames names) {
            return names.results();
        }

        @Override
        boolean lists(ReceivedRecord found) {
            return found.value() != null
                    && Headers.KIND_RESULT.equals(found.headers().textOr(Headers.KIND, Headers.KIND_RESULT));
        }

        @Override
        String line(ReceivedRecord found, TerminalColors paint) {
            return found.read(Kind.RESULT::ifReadable)
                    .map(result -> columns(
                            found,
                            coloured(paint, result.status() == ResultStatus.SUCCEEDED, result.status()),
                            result.key().toString(),
                            words(result)))
                    .orElseGet(() -> unreadable(found));
        }
    },
    EVENTS {
        @Override
        String topic(TopicNames names) {
            return names.events();
        }

        @Override
        boolean lists(ReceivedRecord found) {
            return found.read(Kind.EVENT::ifReadable)
                    .map(event -> event.type() != EventType.SLICE)
                    .orElse(true);
        }

        @Override
        String line(ReceivedRecord found, TerminalColors paint) {
            return found.read(Kind.EVENT::ifReadable)
                    .map(event -> columns(
                            found,
                            TextPieces.padded(Fields.spelled(event.type()), STATUS_WIDTH),
                            event.subject(),
                            words(event)))
                    .orElseGet(() -> unreadable(found));
        }
    };

    private static final int STATUS_WIDTH = 11;

    abstract String topic(TopicNames names);

    abstract String line(ReceivedRecord found, TerminalColors paint);

    boolean lists(ReceivedRecord found) {
        return found.value() != null;
    }

    /** The value as one JSON document on one line; of a record that has none, what is wrong with it. */
    static String json(ReceivedRecord found) {
        byte[] value = Objects.requireNonNull(found.value());
        try {
            JsonNode read = Json.read(value);
            String text = new String(value, StandardCharsets.UTF_8);
            return text.indexOf('\n') < 0 && text.indexOf('\r') < 0 ? text : read.toString();
        } catch (ContractException e) {
            return Json.answer(new UnreadableRecord(
                    found.keyText(), found.topic(), found.partition(), found.offset(), e.getMessage()));
        }
    }

    /** Stands for a record whose value is not JSON. */
    private record UnreadableRecord(
            String key,
            String topic,
            int partition,
            long offset,
            @Nullable String problem) {}

    private static String columns(ReceivedRecord found, String status, String key, String words) {
        return (TextPieces.second(found.appended()) + "  " + status + "  " + key + "  " + words).stripTrailing();
    }

    private static String coloured(TerminalColors paint, boolean good, Enum<?> status) {
        String padded = TextPieces.padded(status.name(), STATUS_WIDTH);
        return good ? paint.good(padded) : paint.bad(padded);
    }

    private static String words(Result result) {
        AttemptTimes times = result.times();
        Instant started = times.started();
        Instant finished = times.finished();
        String took = started == null || finished == null
                ? ""
                : ", took " + TextPieces.duration(Duration.between(started, finished));
        String worker = result.worker() == null ? "" : ", on " + result.worker().id();
        String message = result.message() == null ? "" : ": " + TextPieces.oneLine(result.message());
        return "attempt " + result.attempt() + took + worker + message;
    }

    private static String words(Event event) {
        return event.message() == null ? "" : TextPieces.oneLine(event.message());
    }

    private static String unreadable(ReceivedRecord found) {
        return columns(
                found,
                TextPieces.padded("UNREADABLE", STATUS_WIDTH),
                TextPieces.oneLine(found.keyText()),
                "partition " + found.partition() + ", offset " + found.offset());
    }
}
