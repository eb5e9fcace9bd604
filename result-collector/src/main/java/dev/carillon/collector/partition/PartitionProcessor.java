package dev.carillon.collector.partition;

import dev.carillon.collector.claim.SilenceWatch;
import dev.carillon.collector.intake.Arrival;
import dev.carillon.collector.intake.Intake;
import dev.carillon.collector.ledger.Entry;
import dev.carillon.collector.ledger.LedgerEvent;
import dev.carillon.collector.ledger.Table;
import dev.carillon.collector.outcome.Effect;
import dev.carillon.collector.outcome.Outgoing;
import dev.carillon.collector.outcome.OutputRecords;
import dev.carillon.collector.outcome.Received;
import dev.carillon.collector.timer.Timers;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.record.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes the records of one partition and applies commands and timers to it. Not safe for use by several threads. */
public final class PartitionProcessor {
    /** How much one look takes on, so that results get their turn while timers fire in masses. */
    static final int CHUNK = 250;
    /** When a timer that a defect kept from being served fires again. */
    static final Duration ANOTHER_TRY = Duration.ofMinutes(1);

    private final int partition;
    private final int partitions;
    private final Intake intake;
    private final OutputRecords outputs;
    private final Environment around;
    private final PartitionStore store;
    private final DecisionApplier applier;
    private final SilenceWatch silence = new SilenceWatch();
    private final OpenKeys fetched = new OpenKeys();
    private int fetchedWithoutKey;
    private long noted;

    /**
     * What all partitions of an instance share.
     *
     * @param closedKept how many recently closed executions one partition remembers
     */
    public record Environment(Commands commands, Queues queues, TimedWork timedWork, Counts counts, long closedKept) {}

    public PartitionProcessor(
            int partition, int partitions, Intake intake, OutputRecords outputs, Environment around, Table table) {
        this.partition = partition;
        this.partitions = partitions;
        this.intake = intake;
        this.outputs = outputs;
        this.around = around;
        this.store = new PartitionStore(table, around.closedKept(), around.counts());
        this.applier = new DecisionApplier(store, outputs, around);
        this.noted = store.noted();
    }

    /** A record with this key, or with none, has been fetched and will be taken later: it may open its execution. */
    public void fetched(byte @Nullable [] key) {
        if (key == null) {
            fetchedWithoutKey++;
        } else {
            fetched.add(Murmur2.hash(key));
        }
    }

    /** Undoes {@link #fetched} when the record's turn has come. */
    public void turnOf(byte @Nullable [] key) {
        if (key == null) {
            fetchedWithoutKey = Math.max(0, fetchedWithoutKey - 1);
        } else if (fetched.size() > 0) {
            fetched.remove(Murmur2.hash(key));
        }
    }

    /**
     * Whether a settled result with this key may change anything here, now or when all that was fetched is taken. One that
     * can't needs no {@link #take}.
     */
    public boolean settlingMatters(byte @Nullable [] key) {
        if (key == null || fetchedWithoutKey > 0) {
            return true;
        }
        if (fetched.size() == 0 && !store.anyOpen()) {
            return false;
        }
        int hash = Murmur2.hash(key);
        return fetched.mayContain(hash) || store.mayBeOpen(hash);
    }

    /** Whether some worker has open claims here: any result of it is a sign that it lives. */
    public boolean watchesClaims() {
        return store.claims.any();
    }

    /** Takes one record of {@code results} or {@code delayed}. */
    public List<Outgoing> take(Received record, Instant now) {
        List<Outgoing> out = new ArrayList<>();
        Arrival arrival = intake.read(record);
        if (arrival instanceof Arrival.Happened happened) {
            applier.decide(happened.key(), happened.event(), now, record, out);
            // After the decision: a first claim is a sign too, and opens the watch.
            heard(happened.sign(), record.at());
        } else if (arrival instanceof Arrival.Alive alive) {
            heard(alive.worker(), record.at());
        } else if (arrival instanceof Arrival.Answered answered) {
            answered(answered.check(), record.at(), now, out);
        } else if (arrival instanceof Arrival.Misplaced misplaced) {
            around.counts().rehomed();
            out.add(outputs.rehomed(record, misplaced.key(), misplaced.home()));
        } else if (arrival instanceof Arrival.Unusable unusable) {
            around.counts().poison(unusable.code());
            out.add(outputs.deadLetter(record, unusable.code(), unusable.message()));
        }
        return out;
    }

    /** Applies commands, fires timers, asks after silent workers, forgets old keys; at most a chunk of each. */
    public List<Outgoing> look(Instant now) {
        List<Outgoing> out = new ArrayList<>();
        applyCommands(now, out);
        if (around.timedWork().allowed()) {
            fireTimers(now, out);
        } else {
            probeClock(now, out);
        }
        askAfterSilent(now, out);
        if (store.closed.canForget(now)) {
            store.closed.forget(now);
        }
        return out;
    }

    /** When {@link #look} has something to do at the earliest; null if nothing is in sight. */
    public @Nullable Instant nextLook(Instant now) {
        Instant next = earlier(store.timers.next(), store.closed.forgetsNext());
        if (!around.timedWork().allowed() && next != null) {
            next = later(next, nextSecond(now));
        }
        boolean mustLook = store.anyWaiting() || !store.claims.workers().isEmpty();
        return mustLook ? earlier(next, nextSecond(now)) : next;
    }

    /** The partition goes to another instance. */
    public void leave() {
        store.leave();
    }

    private void applyCommands(Instant now, List<Outgoing> out) {
        if (around.commands().newest() <= noted) {
            return;
        }
        List<Commands.Named> commands = around.commands().after(noted, CHUNK);
        for (Commands.Named command : commands) {
            ExecutionKey key = keyOrNull(command.key());
            if (key != null && key.home(partitions) == partition) {
                applier.decide(key, new LedgerEvent.CancelAsked(), now, null, out);
            }
            noted = command.offset();
        }
        store.note(noted);
    }

    private static @Nullable ExecutionKey keyOrNull(String text) {
        try {
            return ExecutionKey.parse(text);
        } catch (ContractException e) {
            // A command for no execution that can exist; the reader of control has counted it.
            return null;
        }
    }

    private void fireTimers(Instant now, List<Outgoing> out) {
        for (Timers.Due due : store.timers.due(now, CHUNK)) {
            ExecutionKey key = ExecutionKey.parse(due.key());
            if (applier.decide(key, new LedgerEvent.TimerFired(due.at()), now, null, out)) {
                continue; // Its row went with the decision.
            }
            // A row without an entry that knows it goes here.
            Entry entry = store.entry(key);
            if (entry == null || !due.at().equals(entry.due())) {
                store.timers.remove(due.at(), due.key());
            } else {
                // A defect kept it from being decided, which was logged; it is tried again later.
                store.postpone(key, entry, now.plus(ANOTHER_TRY));
            }
        }
    }

    /** While our clock is far from the brokers', a question that means nothing shows when it no longer is. */
    private void probeClock(Instant now, List<Outgoing> out) {
        for (Timers.Due due : store.timers.peek(now)) {
            ExecutionKey key = ExecutionKey.parse(due.key());
            Check check = new Check(key, 1, Check.Subject.WORKER, null, Map.of());
            out.add(outputs.record(key, new Effect.Ask(check), now, null));
        }
    }

    private void askAfterSilent(Instant now, List<Outgoing> out) {
        for (WorkerRef worker : store.claims.workers()) {
            if (silence.shallAsk(worker, now)) {
                ExecutionKey key =
                        ExecutionKey.parse(store.claims.keys(worker, 1).get(0));
                Entry entry = store.entry(key);
                int attempt = entry == null ? 1 : entry.attempt();
                Check check = new Check(key, attempt, Check.Subject.WORKER, worker, Map.of());
                out.add(outputs.record(key, new Effect.Ask(check), now, null));
            }
        }
    }

    private void heard(@Nullable WorkerRef worker, Instant at) {
        if (worker != null && store.claims.has(worker)) {
            silence.heard(worker, at);
        }
    }

    private void answered(Check check, Instant at, Instant now, List<Outgoing> out) {
        WorkerRef worker = check.worker();
        if (check.subject() == Check.Subject.DEADLINE) {
            applier.decide(check.key(), new LedgerEvent.DeadlineChecked(check.attempt(), at), now, null, out);
        } else if (worker != null && store.claims.has(worker) && silence.answered(worker, at)) {
            for (String key : store.claims.keys(worker, CHUNK)) {
                applier.decide(ExecutionKey.parse(key), new LedgerEvent.WorkerSilent(worker, at), now, null, out);
            }
        }
        silence.keepOnly(store.claims.workers());
    }

    /**
     * How soon a command or a silence is noticed. All partitions look at the same instants, because each look costs a
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
