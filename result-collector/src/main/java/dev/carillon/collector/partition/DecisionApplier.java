package dev.carillon.collector.partition;

import dev.carillon.collector.ledger.Cancel;
import dev.carillon.collector.ledger.Decision;
import dev.carillon.collector.ledger.Entry;
import dev.carillon.collector.ledger.Known;
import dev.carillon.collector.ledger.Ledger;
import dev.carillon.collector.ledger.LedgerEvent;
import dev.carillon.collector.ledger.Step;
import dev.carillon.collector.ledger.Verdict;
import dev.carillon.collector.outcome.Effect;
import dev.carillon.collector.outcome.Outgoing;
import dev.carillon.collector.outcome.OutputRecords;
import dev.carillon.collector.outcome.Received;
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

/** Takes one event of one execution through the ledger: looks up, has it decided, writes rows, hands out records. */
final class DecisionApplier {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionApplier.class);

    /** A foreign result may spell its values at length: one longer than ours ever are is written anew. */
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
     * Takes one event.
     *
     * @param cause the record that brought it, if one did
     * @return whether it changed the execution's rows
     */
    boolean decide(ExecutionKey key, LedgerEvent event, Instant now, @Nullable Received cause, List<Outgoing> out) {
        Planned planned = plan(key, event, now, cause, out);
        if (planned == null) {
            return false;
        }
        store.write(key, planned.before(), planned.decision().step(), planned.task(), now);
        out.addAll(planned.records());
        count(planned.decision());
        return !(planned.decision().step() instanceof Step.Stay);
    }

    /**
     * A decision on an entry, with all that it writes, encoded and not yet written.
     *
     * @param task that the entry keeps
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; written once.
    private record Planned(@Nullable Entry before, Decision decision, byte @Nullable [] task, List<Outgoing> records) {}

    /** Everything that can fail because of what a record says happens here, before the first row is touched. */
    private @Nullable Planned plan(
            ExecutionKey key, LedgerEvent event, Instant now, @Nullable Received cause, List<Outgoing> out) {
        try {
            Known known = known(key, event);
            try {
                return planned(known, Ledger.decide(known, event, now), event, now, cause);
            } catch (ContractException e) {
                // A task that fits its limit by a hair no longer does with its next attempt's fields.
                return planned(known, Ledger.unencodable(known, e, now), event, now, cause);
            }
        } catch (RuntimeException e) {
            // A defect of ours must not stop the partition: counted, and the record is kept where people look.
            LOG.error("{} could not be decided: {}", key, e.toString(), e);
            environment.counts().poison(ErrorCode.INTERNAL_ERROR);
            if (cause != null) {
                out.add(outputs.deadLetter(cause, ErrorCode.INTERNAL_ERROR, e.toString()));
            }
            return null;
        }
    }

    private Known known(ExecutionKey key, LedgerEvent event) {
        Entry open = store.entry(key);
        return new Known(
                key,
                open,
                open == null ? null : store.task(key, open),
                open == null ? store.closed.find(key) : null,
                cancelOf(key, event),
                environment.queues().list(),
                environment.timedWork().allowed());
    }

    private Planned planned(Known known, Decision decision, LedgerEvent event, Instant now, @Nullable Received cause) {
        List<Outgoing> records = new ArrayList<>(decision.effects().size());
        for (Effect effect : decision.effects()) {
            records.add(
                    effect instanceof Effect.Final end
                            ? outputs.outcome(known.key(), end.outcome(), resultIn(event, cause))
                            : outputs.record(known.key(), effect, now, cause));
        }
        byte[] task = decision.step() instanceof Step.Open opened && opened.task() != null
                ? Kind.TASK.encode(opened.task())
                : null;
        return new Planned(known.open(), decision, task, records);
    }

    /** The bytes of the result that an event is about, if an outcome may repeat them as they are. */
    private static byte @Nullable [] resultIn(LedgerEvent event, @Nullable Received cause) {
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
        if (decision.verdict() == Verdict.UNSURE_OF_QUEUE) {
            environment.queues().refreshSoon();
        }
    }

    /** A success stands whatever was asked; all else looks whether it was. */
    private @Nullable Cancel cancelOf(ExecutionKey key, LedgerEvent event) {
        return event instanceof LedgerEvent.ResultRead read && read.result().status() == ResultStatus.SUCCEEDED
                ? null
                : environment.commands().cancelOf(key.toString());
    }
}
