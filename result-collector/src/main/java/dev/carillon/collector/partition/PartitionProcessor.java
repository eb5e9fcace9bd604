package dev.carillon.collector.partition;

import dev.carillon.collector.claim.SilenceWatch;
import dev.carillon.collector.intake.ClassifiedRecord;
import dev.carillon.collector.intake.RecordClassifier;
import dev.carillon.collector.ledger.Entry;
import dev.carillon.collector.ledger.LedgerEvent;
import dev.carillon.collector.ledger.LedgerTable;
import dev.carillon.collector.outcome.Effect;
import dev.carillon.collector.outcome.OutgoingRecord;
import dev.carillon.collector.outcome.OutputRecords;
import dev.carillon.collector.outcome.ReceivedRecord;
import dev.carillon.collector.timer.Timers;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Processes the records of one partition and applies commands and timers to it. Not safe for use by several threads.
 */
public final class PartitionProcessor {
    /** How much one {@link #runDue} does, so that results are not delayed while masses of timers fire. */
    static final int CHUNK = 250;
    /** How long after a defect its timer fires again. */
    static final Duration ANOTHER_TRY = Duration.ofMinutes(1);

    private final int partition;
    private final int partitions;
    private final RecordClassifier classifier;
    private final OutputRecords outputs;
    private final Environment environment;
    private final PartitionStore store;
    private final DecisionApplier applier;
    private final SilenceWatch silence = new SilenceWatch();
    private final OpenKeys fetched = new OpenKeys();
    private int fetchedWithoutKey;
    private long commandsApplied;

    /**
     * What all partitions of an instance share.
     *
     * @param closedKept how many recently closed executions one partition remembers
     */
    public record Environment(
            CancelCommands commands,
            QueueTopics queues,
            TimedWork timedWork,
            PartitionCounts counts,
            long closedKept) {}

    public PartitionProcessor(
            int partition,
            int partitions,
            RecordClassifier classifier,
            OutputRecords outputs,
            Environment environment,
            LedgerTable table) {
        this.partition = partition;
        this.partitions = partitions;
        this.classifier = classifier;
        this.outputs = outputs;
        this.environment = environment;
        this.store = new PartitionStore(table, environment.closedKept(), environment.counts());
        this.applier = new DecisionApplier(store, outputs, environment);
        this.commandsApplied = store.commandsApplied();
    }

    /** A record with this key, or without one, was fetched and will be processed later: it may open its execution. */
    public void fetched(byte @Nullable [] key) {
        if (key == null) {
            fetchedWithoutKey++;
        } else {
            fetched.add(Murmur2.hash(key));
        }
    }

    /** Undoes {@link #fetched} when the record is processed. */
    public void processing(byte @Nullable [] key) {
        if (key == null) {
            fetchedWithoutKey = Math.max(0, fetchedWithoutKey - 1);
        } else if (fetched.size() > 0) {
            fetched.remove(Murmur2.hash(key));
        }
    }

    /**
     * Whether a settled result with this key may change anything here, now or after all fetched records are processed.
     * If not, {@link #take} need not be called.
     */
    public boolean needsSettled(byte @Nullable [] key) {
        if (key == null || fetchedWithoutKey > 0) {
            return true;
        }
        if (fetched.size() == 0 && !store.anyOpen()) {
            return false;
        }
        int hash = Murmur2.hash(key);
        return fetched.mayContain(hash) || store.mayBeOpen(hash);
    }

    /**
     * Whether any worker has open claims here. A result of it is then a sign of life, also a settled one, of which the
     * last of each fetched batch comes this far.
     */
    public boolean hasClaims() {
        return store.claims.any();
    }

    /** Processes one record of {@code results} or {@code delayed}. */
    public List<OutgoingRecord> take(ReceivedRecord record, Instant now) {
        List<OutgoingRecord> out = new ArrayList<>();
        ClassifiedRecord classified = classifier.read(record);
        if (classified instanceof ClassifiedRecord.Happened happened) {
            applier.decide(happened.key(), happened.event(), now, record, out);
            // After the decision, as a first claim is a sign of life too, and only then has the worker open claims.
            signOfLife(happened.sign(), record.at());
        } else if (classified instanceof ClassifiedRecord.Alive alive) {
            signOfLife(alive.worker(), record.at());
        } else if (classified instanceof ClassifiedRecord.Answered answered) {
            checkRead(answered.check(), record.at(), now, out);
        } else if (classified instanceof ClassifiedRecord.Misplaced misplaced) {
            environment.counts().rehomed();
            out.add(outputs.rehomed(record, misplaced.key(), misplaced.home()));
        } else if (classified instanceof ClassifiedRecord.Unusable unusable) {
            environment.counts().poison(unusable.code());
            out.add(outputs.deadLetter(record, unusable.code(), unusable.message()));
        }
        return out;
    }

    /** Applies commands, fires timers, checks silent workers, forgets old keys; at most a chunk of each. */
    public List<OutgoingRecord> runDue(Instant now) {
        List<OutgoingRecord> out = new ArrayList<>();
        applyCommands(now, out);
        if (environment.timedWork().allowed()) {
            fireTimers(now, out);
        } else {
            probeClock(now, out);
        }
        checkSilentWorkers(now, out);
        store.closed.forget(now);
        return out;
    }

    /** When {@link #runDue} has something to do at the earliest; null if nothing is planned. */
    public @Nullable Instant nextDue(Instant now) {
        Instant next = earlier(store.timers.next(), store.closed.forgetsNext());
        if (!environment.timedWork().allowed() && next != null) {
            next = later(next, nextSecond(now));
        }
        boolean mustLook = store.anyWaiting() || !store.claims.workers().isEmpty();
        return mustLook ? earlier(next, nextSecond(now)) : next;
    }

    /** The partition goes to another instance, which counts its executions from now on. */
    public void close() {
        store.close();
    }

    private void applyCommands(Instant now, List<OutgoingRecord> out) {
        if (environment.commands().newest() <= commandsApplied) {
            return;
        }
        List<CancelCommands.Named> commands = environment.commands().after(commandsApplied, CHUNK);
        for (CancelCommands.Named command : commands) {
            ExecutionKey key = keyOrNull(command.key());
            if (key != null && key.home(partitions) == partition) {
                applier.decide(key, new LedgerEvent.CancelAsked(), now, null, out);
            }
            commandsApplied = command.offset();
        }
        store.commandsApplied(commandsApplied);
    }

    private static @Nullable ExecutionKey keyOrNull(String text) {
        try {
            return ExecutionKey.parse(text);
        } catch (ContractException e) {
            // Not the key of an execution; the reader of control has counted the command.
            return null;
        }
    }

    private void fireTimers(Instant now, List<OutgoingRecord> out) {
        for (Timers.Due due : store.timers.due(now, CHUNK)) {
            ExecutionKey key = ExecutionKey.parse(due.key());
            if (applier.decide(key, new LedgerEvent.TimerFired(due.at()), now, null, out)) {
                continue; // The decision has removed its row.
            }
            // The entry is gone or has another timer, so this row is removed here.
            Entry entry = store.entry(key);
            if (entry == null || !due.at().equals(entry.due())) {
                store.timers.remove(due.at(), due.key());
            } else {
                // A defect prevented the decision, which was logged; it is tried again later.
                store.postpone(key, entry, now.plus(ANOTHER_TRY));
            }
        }
    }

    /**
     * While this machine's clock is far from the brokers', writes a check without effect, whose append time shows when
     * it no longer is.
     */
    private void probeClock(Instant now, List<OutgoingRecord> out) {
        for (Timers.Due due : store.timers.peek(now)) {
            ExecutionKey key = ExecutionKey.parse(due.key());
            Check check = new Check(key, 1, Check.Subject.WORKER, null, Map.of());
            out.add(outputs.record(key, new Effect.Ask(check), now, null));
        }
    }

    private void checkSilentWorkers(Instant now, List<OutgoingRecord> out) {
        for (WorkerRef worker : store.claims.workers()) {
            if (silence.shouldCheck(worker, now)) {
                ExecutionKey key =
                        ExecutionKey.parse(store.claims.keys(worker, 1).get(0));
                Entry entry = store.entry(key);
                int attempt = entry == null ? 1 : entry.attempt();
                Check check = new Check(key, attempt, Check.Subject.WORKER, worker, Map.of());
                out.add(outputs.record(key, new Effect.Ask(check), now, null));
            }
        }
    }

    private void signOfLife(@Nullable WorkerRef worker, Instant at) {
        if (worker != null && store.claims.has(worker)) {
            silence.signOfLife(worker, at);
        }
    }

    private void checkRead(Check check, Instant at, Instant now, List<OutgoingRecord> out) {
        WorkerRef worker = check.worker();
        if (check.subject() == Check.Subject.DEADLINE) {
            applier.decide(check.key(), new LedgerEvent.DeadlineChecked(check.attempt(), at), now, null, out);
        } else if (worker != null && store.claims.has(worker) && silence.checkRead(worker, at)) {
            for (String key : store.claims.keys(worker, CHUNK)) {
                applier.decide(ExecutionKey.parse(key), new LedgerEvent.WorkerSilent(worker, at), now, null, out);
            }
        }
        silence.keepOnly(store.claims.workers());
    }

    /**
     * How soon a command or a silence is noticed. All partitions run at the same instants, because each run costs a
     * commit and those of one instant share one.
     */
    private static Instant nextSecond(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.isBefore(b) ? a : b;
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
