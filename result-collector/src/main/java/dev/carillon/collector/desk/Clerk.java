package dev.carillon.collector.desk;

import dev.carillon.collector.ledger.Cancel;
import dev.carillon.collector.ledger.Decision;
import dev.carillon.collector.ledger.Entry;
import dev.carillon.collector.ledger.Known;
import dev.carillon.collector.ledger.Ledger;
import dev.carillon.collector.ledger.LedgerEvent;
import dev.carillon.collector.ledger.Step;
import dev.carillon.collector.ledger.Verdict;
import dev.carillon.collector.outcome.Outgoing;
import dev.carillon.collector.outcome.Postbox;
import dev.carillon.collector.outcome.Received;
import dev.carillon.collector.outcome.Word;
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

/** Takes one event of one execution through the ledger: looks up, has it decided, writes down, hands out the letters. */
final class Clerk {
    private static final Logger LOG = LoggerFactory.getLogger(Clerk.class);

    private final Books books;
    private final Postbox postbox;
    private final Desk.Surroundings around;

    Clerk(Books books, Postbox postbox, Desk.Surroundings around) {
        this.books = books;
        this.postbox = postbox;
        this.around = around;
    }

    void decide(ExecutionKey key, LedgerEvent event, Instant now, @Nullable Received cause, List<Outgoing> out) {
        Letters planned = plan(key, event, now, cause, out);
        if (planned != null) {
            books.write(key.toString(), planned.before(), planned.decision().step(), now);
            out.addAll(planned.letters());
            count(planned.decision());
        }
    }

    /** A decision on an entry and its records, none of it written yet. */
    private record Letters(@Nullable Entry before, Decision decision, List<Outgoing> letters) {}

    /** Everything that can fail because of what a record says happens here, before the first row is touched. */
    private @Nullable Letters plan(
            ExecutionKey key, LedgerEvent event, Instant now, @Nullable Received cause, List<Outgoing> out) {
        try {
            Known known = known(key, event, now);
            try {
                return letters(known, Ledger.decide(known, event, now), now, cause);
            } catch (ContractException e) {
                // A task that fits its limit by a hair no longer does with its next attempt's fields.
                return letters(known, Ledger.unencodable(known, e, now), now, cause);
            }
        } catch (RuntimeException e) {
            // A defect of ours must not stop the partition: counted, and the record is kept where people look.
            LOG.error("{} could not be decided: {}", key, e.toString(), e);
            around.counts().poison(ErrorCode.INTERNAL_ERROR);
            if (cause != null) {
                out.add(postbox.deadLetter(cause, ErrorCode.INTERNAL_ERROR, e.toString()));
            }
            return null;
        }
    }

    private Known known(ExecutionKey key, LedgerEvent event, Instant now) {
        String name = key.toString();
        Entry open = books.entry(name);
        return new Known(
                key,
                open,
                open == null ? null : books.task(name, open),
                open == null ? books.closed.find(name, now) : null,
                cancelOf(name, event),
                around.queues().list());
    }

    private Letters letters(Known known, Decision decision, Instant now, @Nullable Received cause) {
        List<Outgoing> letters = new ArrayList<>();
        for (Word word : decision.words()) {
            letters.add(postbox.letter(known.key(), word, now, cause));
        }
        if (decision.step() instanceof Step.Open opened && opened.task() != null) {
            // Only to learn whether it fits; the books write it.
            Kind.TASK.encode(opened.task());
        }
        return new Letters(known.open(), decision, letters);
    }

    private void count(Decision decision) {
        around.counts().decided(decision.verdict());
        for (Word word : decision.words()) {
            if (word instanceof Word.Final end) {
                around.counts().ended(end.outcome().status());
            } else if (word instanceof Word.PutAside aside) {
                around.counts().poison(aside.cause());
            }
        }
        if (decision.verdict() == Verdict.UNSURE_OF_QUEUE) {
            around.queues().refreshSoon();
        }
    }

    /** A success stands whatever was asked; all else looks whether it was. */
    private @Nullable Cancel cancelOf(String key, LedgerEvent event) {
        return event instanceof LedgerEvent.ResultRead read && read.result().status() == ResultStatus.SUCCEEDED
                ? null
                : around.commands().cancelOf(key);
    }
}
