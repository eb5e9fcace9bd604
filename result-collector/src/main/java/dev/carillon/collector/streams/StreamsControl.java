package dev.carillon.collector.streams;

import dev.carillon.collector.ledger.RowNames;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the commands to cancel of the last week, by offset and by key, for every instance. It never throws: an
 * exception in a global processor ends the process.
 */
final class StreamsControl implements Processor<byte[], byte[], Void, Void> {
    static final String STORE = "control";
    /** Cancels by offset; the value is the time and the key. */
    static final String BY_OFFSET = "o/";
    /** Cancels by execution key; the value is the message for the Outcome. */
    static final String BY_KEY = "k/";

    private static final Logger LOG = LoggerFactory.getLogger(StreamsControl.class);
    private static final long KEPT_MILLIS = Duration.ofDays(7).toMillis();
    /** How many outdated commands each new one removes: more than come in, so that only those of a week are kept. */
    private static final int CHUNK = 10;

    private static final int MOST_CHARS = 500;

    /** Some 500 bytes each; workers keep as many. */
    static final int MOST_KEPT = 100_000;

    private final ControlProgress progress;
    private final int mostKept;
    /** By key, oldest first. At each start it is filled again, together with the store. */
    private final Map<String, Cancelled> order = new LinkedHashMap<>();

    private @org.jspecify.annotations.Nullable ProcessorContext<Void, Void> context;
    private @org.jspecify.annotations.Nullable KeyValueStore<byte[], byte[]> store;

    private record Cancelled(long offset, long at) {}

    StreamsControl(ControlProgress progress, int mostKept) {
        this.progress = progress;
        this.mostKept = mostKept;
    }

    @Override
    public void init(ProcessorContext<Void, Void> newContext) {
        context = newContext;
        store = newContext.getStateStore(STORE);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        try {
            read(record);
        } catch (RuntimeException e) {
            // Only a defect can get here, and it must not end the process. Counted.
            progress.unusable();
            LOG.error("a command in control could not be kept: {}", e.toString(), e);
        }
    }

    private void read(Record<byte[], byte[]> record) {
        ProcessorContext<Void, Void> here = context;
        KeyValueStore<byte[], byte[]> kept = store;
        if (here == null || kept == null || record.value() == null) {
            return;
        }
        long offset = here.recordMetadata().map(RecordMetadata::offset).orElse(-1L);
        if (offset < 0 || record.timestamp() < here.currentSystemTimeMs() - KEPT_MILLIS) {
            return;
        }
        Command command;
        String key;
        try {
            command = Kind.COMMAND.decode(record.value());
            if (command.command() != CommandKind.CANCEL) {
                return;
            }
            key = ExecutionKey.parse(command.subject()).toString();
        } catch (ContractException e) {
            // The trigger moves it to the dead letters; here it is skipped and counted.
            progress.unusable();
            return;
        }
        keep(kept, new Cancelled(offset, record.timestamp()), key, cancelMessage(command));
        forget(kept, record.timestamp() - KEPT_MILLIS);
        progress.cancelled(offset);
    }

    /** A key that is cancelled again counts from the later command on. */
    private void keep(KeyValueStore<byte[], byte[]> kept, Cancelled cancelled, String key, String message) {
        Cancelled before = order.remove(key);
        if (before != null) {
            kept.delete(RowNames.numbered(BY_OFFSET, before.offset(), key));
        }
        order.put(key, cancelled);
        kept.put(RowNames.named(BY_KEY, key), message.getBytes(StandardCharsets.UTF_8));
        kept.put(RowNames.numbered(BY_OFFSET, cancelled.offset(), key), millis(cancelled.at()));
    }

    private void forget(KeyValueStore<byte[], byte[]> kept, long before) {
        Iterator<Map.Entry<String, Cancelled>> oldest = order.entrySet().iterator();
        for (int i = 0; i < CHUNK && oldest.hasNext(); i++) {
            Map.Entry<String, Cancelled> first = oldest.next();
            boolean outdated = first.getValue().at() < before;
            if (!outdated && order.size() <= mostKept) {
                return;
            }
            if (!outdated) {
                progress.forgotten();
                LOG.warn(
                        "more than {} executions were cancelled within a week; the cancel of {} is forgotten, and what"
                                + " of it is still waiting will run",
                        mostKept,
                        first.getKey());
            }
            oldest.remove();
            kept.delete(RowNames.numbered(BY_OFFSET, first.getValue().offset(), first.getKey()));
            kept.delete(RowNames.named(BY_KEY, first.getKey()));
        }
    }

    private static String cancelMessage(Command command) {
        String by = command.by() == null ? "" : " by " + command.by();
        String why = command.reason() == null ? "" : ": " + command.reason();
        String message = "cancelled" + by + why;
        return message.length() > MOST_CHARS ? message.substring(0, MOST_CHARS) + "…" : message;
    }

    private static byte[] millis(long timestamp) {
        return RowNames.numbered("", timestamp, "");
    }
}
