package dev.carillon.collector.desk;

import dev.carillon.collector.claim.SilenceWatch;
import dev.carillon.collector.intake.Arrival;
import dev.carillon.collector.intake.Intake;
import dev.carillon.collector.ledger.Entry;
import dev.carillon.collector.ledger.LedgerEvent;
import dev.carillon.collector.ledger.Table;
import dev.carillon.collector.outcome.Outgoing;
import dev.carillon.collector.outcome.Postbox;
import dev.carillon.collector.outcome.Received;
import dev.carillon.collector.outcome.Word;
import dev.carillon.collector.timer.Timers;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.record.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One partition's work. One thread calls it. */
public final class Desk {
    /** How much one round takes on, so that records and other partitions get their turn. */
    static final int CHUNK = 1_000;
    /** When a timer that a defect kept from being served fires again. */
    static final Duration ANOTHER_TRY = Duration.ofMinutes(1);

    private final int partition;
    private final int partitions;
    private final Intake intake;
    private final Postbox postbox;
    private final Surroundings around;
    private final Books books;
    private final Clerk clerk;
    private final SilenceWatch silence = new SilenceWatch();
    private long noted;

    /**
     * What all desks of an instance share.
     *
     * @param closedKept how many recently closed executions one partition remembers
     */
    public record Surroundings(Commands commands, Queues queues, TimedWork timedWork, Counts counts, long closedKept) {}

    public Desk(int partition, int partitions, Intake intake, Postbox postbox, Surroundings around, Table table) {
        this.partition = partition;
        this.partitions = partitions;
        this.intake = intake;
        this.postbox = postbox;
        this.around = around;
        this.books = new Books(table, around.closedKept(), around.counts());
        this.clerk = new Clerk(books, postbox, around);
        this.noted = books.noted();
    }

    /** Takes one record of {@code results} or {@code delayed}. */
    public List<Outgoing> take(Received record, Instant now) {
        List<Outgoing> out = new ArrayList<>();
        Arrival arrival = intake.read(record);
        if (arrival instanceof Arrival.Happened happened) {
            clerk.decide(happened.key(), happened.event(), now, record, out);
            // After the decision: a first claim is a sign too, and opens the watch.
            heard(happened.sign(), record.at());
        } else if (arrival instanceof Arrival.Alive alive) {
            heard(alive.worker(), record.at());
        } else if (arrival instanceof Arrival.Answered answered) {
            answered(answered.check(), record.at(), now, out);
        } else if (arrival instanceof Arrival.Misplaced misplaced) {
            around.counts().rehomed();
            out.add(postbox.rehomed(record, misplaced.key(), misplaced.home()));
        } else if (arrival instanceof Arrival.Unusable unusable) {
            around.counts().poison(unusable.code());
            out.add(postbox.deadLetter(record, unusable.code(), unusable.message()));
        }
        return out;
    }

    /** Does what time brings: commands, timers, questions, forgetting; at most a chunk of each. */
    public List<Outgoing> look(Instant now) {
        List<Outgoing> out = new ArrayList<>();
        applyCommands(now, out);
        if (around.timedWork().allowed()) {
            fireTimers(now, out);
        } else {
            probeClock(now, out);
        }
        askAfterSilent(now, out);
        if (books.closed.canForget(now)) {
            books.closed.forget(now);
        }
        return out;
    }

    /** When {@link #look} has something to do at the earliest; null if nothing is in sight. */
    public @Nullable Instant nextLook(Instant now) {
        Instant next = earlier(books.timers.next(), books.closed.forgetsNext());
        if (!around.timedWork().allowed() && next != null) {
            next = later(next, nextSecond(now));
        }
        boolean mustLook = books.anyWaiting() || !books.claims.workers().isEmpty();
        return mustLook ? earlier(next, nextSecond(now)) : next;
    }

    /** The partition goes to another instance. */
    public void leave() {
        books.leave();
    }

    private void applyCommands(Instant now, List<Outgoing> out) {
        if (around.commands().newest() <= noted) {
            return;
        }
        List<Commands.Named> commands = around.commands().after(noted, CHUNK);
        for (Commands.Named command : commands) {
            ExecutionKey key = keyOrNull(command.key());
            if (key != null && key.home(partitions) == partition) {
                clerk.decide(key, new LedgerEvent.CancelAsked(), now, null, out);
            }
            noted = command.offset();
        }
        books.note(noted);
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
        for (Timers.Due due : books.timers.due(now, CHUNK)) {
            clerk.decide(ExecutionKey.parse(due.key()), new LedgerEvent.TimerFired(due.at()), now, null, out);
            // Its row went with the decision; a row without an entry that knows it goes here.
            Entry entry = books.entry(due.key());
            if (entry == null || !due.at().equals(entry.due())) {
                books.timers.remove(due.at(), due.key());
            } else {
                // It could not be decided, which was said; a timer is what must never get lost.
                books.postpone(due, entry, now.plus(ANOTHER_TRY));
            }
        }
    }

    /** While our clock is far from the brokers', a question that means nothing shows when it no longer is. */
    private void probeClock(Instant now, List<Outgoing> out) {
        for (Timers.Due due : books.timers.peek(now)) {
            ExecutionKey key = ExecutionKey.parse(due.key());
            Check check = new Check(key, 1, Check.Subject.WORKER, null, Map.of());
            out.add(postbox.letter(key, new Word.Ask(check), now, null));
        }
    }

    private void askAfterSilent(Instant now, List<Outgoing> out) {
        for (WorkerRef worker : books.claims.workers()) {
            if (silence.shallAsk(worker, now)) {
                ExecutionKey key =
                        ExecutionKey.parse(books.claims.keys(worker, 1).get(0));
                Entry entry = books.entry(key.toString());
                int attempt = entry == null ? 1 : entry.attempt();
                Check check = new Check(key, attempt, Check.Subject.WORKER, worker, Map.of());
                out.add(postbox.letter(key, new Word.Ask(check), now, null));
            }
        }
    }

    private void heard(@Nullable WorkerRef worker, Instant at) {
        if (worker != null && books.claims.has(worker)) {
            silence.heard(worker, at);
        }
    }

    private void answered(Check check, Instant at, Instant now, List<Outgoing> out) {
        WorkerRef worker = check.worker();
        if (check.subject() == Check.Subject.DEADLINE) {
            clerk.decide(check.key(), new LedgerEvent.DeadlineChecked(check.attempt(), at), now, null, out);
        } else if (worker != null && books.claims.has(worker) && silence.answered(worker, at)) {
            for (String key : books.claims.keys(worker, CHUNK)) {
                clerk.decide(ExecutionKey.parse(key), new LedgerEvent.WorkerSilent(worker, at), now, null, out);
            }
        }
        silence.keepOnly(books.claims.workers());
    }

    /**
     * How soon a command or a silence is noticed. All desks look at the same instants, because each look costs a commit
     * and those of one instant share one.
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
