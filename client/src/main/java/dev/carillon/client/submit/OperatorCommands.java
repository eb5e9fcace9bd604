package dev.carillon.client.submit;

import dev.carillon.client.log.RecordLog;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes the commands of one person or program to {@code control}. */
public final class OperatorCommands {
    private static final int ONLY_PARTITION = 0;

    private final RecordLog log;
    private final TopicNames names;
    private final Clock clock;
    private final @Nullable String by;

    /**
     * Creates a writer for one author.
     *
     * @param by the person or program; null if unknown
     */
    public OperatorCommands(RecordLog log, TopicNames names, Clock clock, @Nullable String by) {
        this.log = log;
        this.names = names;
        this.clock = clock;
        this.by = by;
    }

    public void cancel(ExecutionKey key, @Nullable String reason) {
        send(Command.of(CommandKind.CANCEL, key.toString(), clock.instant(), reason));
    }

    public void runNow(ExecutionKey key, @Nullable String reason) {
        send(Command.of(CommandKind.RUN_NOW, key.taskId(), clock.instant(), reason)
                .withExecTime(key.execTime()));
    }

    public void skipNext(String taskId, @Nullable String reason) {
        send(Command.of(CommandKind.SKIP_NEXT, taskId, clock.instant(), reason));
    }

    /**
     * Runs the planned instants of {@code [from, to)}; {@code maxRunning} may be open at a time, null is the default.
     */
    public void backfill(String taskId, Instant from, Instant to, @Nullable Long maxRunning, @Nullable String reason) {
        send(Command.of(CommandKind.BACKFILL, taskId, clock.instant(), reason).withRange(from, to, maxRunning));
    }

    public void cancelBackfill(String taskId, @Nullable String reason) {
        send(Command.of(CommandKind.CANCEL_BACKFILL, taskId, clock.instant(), reason));
    }

    private void send(Command unsigned) {
        Command command = by == null ? unsigned : unsigned.withBy(by);
        log.append(new OutgoingRecord(
                names.control(),
                ONLY_PARTITION,
                command.subject().getBytes(StandardCharsets.UTF_8),
                Kind.COMMAND.encode(command),
                HeaderList.none()));
    }
}
