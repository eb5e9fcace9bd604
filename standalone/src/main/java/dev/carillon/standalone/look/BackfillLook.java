package dev.carillon.standalone.look;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the backfill to which the key of an execution belongs, and how it ended. */
final class BackfillLook {
    private final Pass pass;
    private final TopicNames names;
    private final Set<String> topics;
    private @Nullable Found<Command> order;
    private @Nullable Found<Event> end;

    /**
     * What is known of it beside the marker.
     *
     * @param order the command; null if no record of it is kept
     * @param end the event that tells how it ended; null if there is none
     */
    record Told(@Nullable Found<Command> order, @Nullable Found<Event> end) {
        static final Told NOTHING = new Told(null, null);
    }

    BackfillLook(Pass pass, TopicNames names, Set<String> topics) {
        this.pass = pass;
        this.names = names;
        this.topics = topics;
    }

    /** The part of a second in the key names the place of the command that ordered it. */
    Told of(TickFacts.Question question) {
        int nanos = question.at().getNano();
        long offset = Backfill.nanosOf(0) - nanos;
        boolean kept = topics.contains(names.control())
                && pass.log().starts(names.control()).getOrDefault(0, 0L) <= offset;
        if (!kept) {
            return Told.NOTHING;
        }
        pass.until(names.control(), Map.of(0, offset), record -> {
            if (record.offset() == offset) {
                order = record.read(Kind.COMMAND)
                        .filter(command -> command.command() == CommandKind.BACKFILL
                                && command.subject().equals(question.taskId()))
                        .map(command -> Found.of("command", record, command))
                        .orElse(null);
            }
            return true;
        });
        if (order != null && topics.contains(names.events())) {
            findEnd(question.taskId(), order);
        }
        return new Told(order, end);
    }

    /** One schedule has one backfill at a time, so the first end after the command is its own. */
    private void findEnd(String taskId, Found<Command> command) {
        int home = Murmur2.partition(
                taskId.getBytes(StandardCharsets.UTF_8), pass.log().partitions(names.events()));
        Instant since = command.at().appended().minus(TickLook.BETWEEN_CLOCKS);
        Long from = pass.log().since(names.events(), since).get(home);
        String range = "backfill of " + command.value().from() + " to before "
                + command.value().to();
        if (from != null) {
            pass.until(names.events(), Map.of(home, from), record -> {
                if (record.keyText().equals(taskId)) {
                    end = record.read(Kind.EVENT)
                            .filter(event -> event.type() == EventType.BACKFILL_ENDED
                                    && String.valueOf(event.message()).startsWith(range))
                            .map(event -> Found.of("backfill ended", record, event))
                            .orElse(null);
                }
                return end != null;
            });
        }
    }
}
