package dev.carillon.collector.partition;

import dev.carillon.collector.ledger.CancelRequest;
import dev.carillon.collector.ledger.Decision;
import dev.carillon.collector.ledger.Entry;
import dev.carillon.collector.ledger.EventVerdict;
import dev.carillon.collector.ledger.KnownExecution;
import dev.carillon.collector.ledger.Ledger;
import dev.carillon.collector.ledger.LedgerChange;
import dev.carillon.collector.ledger.LedgerEvent;
import dev.carillon.collector.outcome.Effect;
import dev.carillon.collector.outcome.OutgoingRecord;
import dev.carillon.collector.outcome.OutputRecords;
import dev.carillon.collector.outcome.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.ResultStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies one event to one execution: reads its rows, lets the ledger decide, writes the rows, and adds the records to
 * send.
 */
final class DecisionApplier {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionApplier.class);

    /** A foreign result may be encoded at length: one longer than any of our own is encoded again instead of copied. */
    private static final int MOST_TO_REPEAT = 256 * 1024;

    private final PartitionStore store;
    private final OutputRecords outputs;
    private final PartitionProcessor.Environment environment;

    DecisionApplier(PartitionStore store, OutputRecords outputs, PartitionProcessor.Environment environment) {
        this.store = store;
        this.outputs = outputs;
        this.environment = environment;
    }

    /**
     * Applies one event.
     *
     * @param cause the record that brought it, if one did
     * @return whether it changed the execution's rows
     */
    boolean decide(
            ExecutionKey key,
            LedgerEvent event,
            Instant now,
            @Nullable ReceivedRecord cause,
            List<OutgoingRecord> out) {
        Planned planned = plan(key, event, now, cause, out);
        if (planned == null) {
            return false;
        }
        store.write(key, planned.before(), planned.decision().change(), planned.task(), now);
        out.addAll(planned.records());
        count(planned.decision());
        return !(planned.decision().change() instanceof LedgerChange.Stay);
    }

    /**
     * A decision on an entry, with all that it writes, encoded and not yet written.
     *
     * @param task the task that the entry keeps
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; written once.
    private record Planned(
            @Nullable Entry before, Decision decision, byte @Nullable [] task, List<OutgoingRecord> records) {}

    /** All that a bad record can make fail happens here, before the first row is touched. */
    private @Nullable Planned plan(
            ExecutionKey key,
            LedgerEvent event,
            Instant now,
            @Nullable ReceivedRecord cause,
            List<OutgoingRecord> out) {
        try {
            KnownExecution known = known(key, event);
            try {
                return planned(known, Ledger.decide(known, event, now), event, now, cause);
            } catch (ContractException e) {
                // A task just below its size limit may exceed it with the fields of its next attempt.
                return planned(known, Ledger.unencodable(known, e, now), event, now, cause);
            }
        } catch (RuntimeException e) {
            // A defect in this code must not stop the partition: it is counted, and the record goes to the dead
            // letters.
            LOG.error("{} could not be decided: {}", key, e.toString(), e);
            environment.counts().poison(ErrorCode.INTERNAL_ERROR);
            if (cause != null) {
                out.add(outputs.deadLetter(cause, ErrorCode.INTERNAL_ERROR, e.toString()));
            }
            return null;
        }
    }

    private KnownExecution known(ExecutionKey key, LedgerEvent event) {
        Entry open = store.entry(key);
        return new KnownExecution(
                key,
                open,
                open == null ? null : store.task(key, open),
                open == null ? store.closed.find(key) : null,
                cancelOf(key, event),
                environment.queues().list(),
                environment.timedWork().allowed());
    }

    private Planned planned(
            KnownExecution known, Decision decision, LedgerEvent event, Instant now, @Nullable ReceivedRecord cause) {
        List<OutgoingRecord> records = new ArrayList<>(decision.effects().size());
        for (Effect effect : decision.effects()) {
            records.add(
                    effect instanceof Effect.Final end
                            ? outputs.outcome(known.key(), end.outcome(), resultIn(event, cause))
                            : outputs.record(known.key(), effect, now, cause));
        }
        byte[] task = decision.change() instanceof LedgerChange.Open opened && opened.task() != null
                ? Kind.TASK.encode(opened.task())
                : null;
        return new Planned(known.open(), decision, task, records);
    }

    /** The bytes of the result that an event is about, if the outcome may copy them. */
    private static byte @Nullable [] resultIn(LedgerEvent event, @Nullable ReceivedRecord cause) {
        byte[] value = cause == null ? null : cause.value();
        boolean asItIs = event instanceof LedgerEvent.ResultRead read
                && read.result().task() == null
                && value != null
                && value.length <= MOST_TO_REPEAT;
        return asItIs ? value : null;
    }

    private void count(Decision decision) {
        environment.counts().decided(decision.verdict());
        for (Effect effect : decision.effects()) {
            if (effect instanceof Effect.Final end) {
                environment.counts().ended(end.outcome().status());
            } else if (effect instanceof Effect.PutAside aside) {
                environment.counts().poison(aside.cause());
            }
        }
        if (decision.verdict() == EventVerdict.UNSURE_OF_QUEUE) {
            environment.queues().refreshSoon();
        }
    }

    /** A success counts even after a command to cancel, so only other events look for one. */
    private @Nullable CancelRequest cancelOf(ExecutionKey key, LedgerEvent event) {
        return event instanceof LedgerEvent.ResultRead read && read.result().status() == ResultStatus.SUCCEEDED
                ? null
                : environment.commands().cancelOf(key.toString());
    }
}
