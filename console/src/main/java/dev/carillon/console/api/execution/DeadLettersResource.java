package dev.carillon.console.api.execution;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.Queues;
import dev.carillon.client.RecordLog;
import dev.carillon.client.StoredRecord;
import dev.carillon.client.deadletter.AllOrNothing;
import dev.carillon.client.deadletter.Disposal;
import dev.carillon.client.deadletter.Letter;
import dev.carillon.client.deadletter.LetterDesk;
import dev.carillon.client.deadletter.LetterPosition;
import dev.carillon.client.deadletter.ReplayRule;
import dev.carillon.client.deadletter.Verdict;
import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Parameters;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.api.Verb;
import dev.carillon.console.history.DeadLetterEntry;
import dev.carillon.console.history.DeadLetterFilter;
import dev.carillon.console.history.DeadLetters;
import dev.carillon.console.history.RecordPlace;
import dev.carillon.console.history.Runs;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What was put aside: looked at, replayed, dropped. */
public final class DeadLettersResource implements Resource {
    private static final int CURSOR = 500;
    private static final int CAUSE = 100;

    private final DeadLetters letters;
    private final Runs runs;
    private final RawRecords records;
    private final Writing writing;
    private final Supplier<AllOrNothing> transactions;

    /**
     * Answers of letters from the history and of what they hold from the topic.
     *
     * @param transactions each takes over from the one before
     */
    public DeadLettersResource(
            DeadLetters letters, Runs runs, RawRecords records, Writing writing, Supplier<AllOrNothing> transactions) {
        this.letters = letters;
        this.runs = runs;
        this.records = records;
        this.writing = writing;
        this.transactions = transactions;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/v1/dead-letters", this::list, "taskId", "cause", "since", "until", "all", "cursor", "limit")
                .get("/v1/dead-letters/{position}", this::get)
                .on(Verb.POST, "/v1/dead-letters/{position}/replay", this::replay, "dryRun", "wait")
                .on(Verb.POST, "/v1/dead-letters/{position}/drop", this::drop, "dryRun", "wait");
    }

    private Answer list(Request request) {
        Parameters query = request.query();
        DeadLetterFilter filter = new DeadLetterFilter(
                query.parsed("taskId", text -> TaskId.check("taskId", text)),
                query.text("cause", CAUSE),
                query.instant("since"),
                query.instant("until"),
                query.flag("all"));
        var page = letters.find(filter, query.text("cursor", CURSOR), ExecutionsResource.limit(request));
        return Answer.json(new JsonObject()
                .list("items", page.items(), DeadLettersResource::write)
                .text("next", page.next())
                .node());
    }

    private static void write(JsonObject out, DeadLetterEntry letter) {
        out.text(
                        "position",
                        new LetterPosition(
                                letter.place().partition(), letter.place().offset()))
                .text("appended", letter.place().appended())
                .text("key", letter.key())
                .text("cause", letter.cause())
                .text("message", letter.message())
                .text("standing", letter.standing())
                .text("replayedAs", letter.replayedAs());
        RecordPlace origin = letter.origin();
        if (origin != null) {
            out.object("origin", place -> place.text("topic", origin.topic())
                    .number("partition", origin.partition())
                    .number("offset", origin.offset()));
        }
    }

    private static LetterPosition position(Request request) {
        String text = request.path("position");
        return LetterPosition.find(text)
                .filter(found -> text.startsWith("dead-letters-"))
                .orElseThrow(() -> Parameters.refused(
                        "position", text, "it is no position of a dead letter", "dead-letters-3@17"));
    }

    private DeadLetterEntry found(LetterPosition position) {
        return letters.get(position.partition(), position.offset())
                .orElseThrow(() -> new ClientException(
                        ClientProblem.NO_SUCH_LETTER, "the history knows no dead letter at " + position));
    }

    private Answer get(Request request) {
        DeadLetterEntry letter = found(position(request));
        RawRecords.Found held = records.fetch(List.of(letter.place())).get(0);
        JsonObject out = new JsonObject();
        write(out, letter);
        out.object("record", record -> RawRecords.write(record, held));
        String whyNot = whyNot(letter, held.record());
        return Answer.json(
                out.flag("replayable", whyNot == null).text("whyNot", whyNot).node());
    }

    private @Nullable String whyNot(DeadLetterEntry letter, @Nullable StoredRecord record) {
        if (letter.standing() != DeadLetterEntry.Standing.OPEN) {
            return letter.standing() == DeadLetterEntry.Standing.DROPPED
                    ? "it was dropped"
                    : "it was replayed as " + letter.replayedAs();
        }
        if (record == null) {
            return "the topic does not keep it any more";
        }
        Verdict verdict = writing.ask(log -> rule(log).judge(new Letter(record), writing.freshTime()));
        return verdict instanceof Verdict.Refused no ? no.words() : null;
    }

    private ReplayRule rule(RecordLog log) {
        return new ReplayRule(writing.names(), Queues.look(log, writing.names()).names());
    }

    private Answer replay(Request request) {
        LetterPosition position = position(request);
        Asked asked = Asked.withReason(request);
        found(position);
        Disposal done = dispose(asked, (desk, write, told) -> {
            if (write == null) {
                desk.preview(List.of(position), told::add);
            } else {
                desk.replay(List.of(position), write, told::add);
            }
        });
        // A dry run has no key yet; it is answered with one that might have been.
        String key = done.key() == null
                ? ExecutionKey.of(taskIdOf(done), writing.freshTime()).toString()
                : done.key();
        return asked.answer(
                new JsonObject().text("key", key), false, writing.readBack(), () -> runs.get(ExecutionKey.parse(key))
                        .isPresent());
    }

    private static String taskIdOf(Disposal done) {
        String key = done.letter().key();
        int colon = key.indexOf(':');
        String taskId = colon < 0 ? key : key.substring(0, colon);
        return taskId.matches("[A-Za-z0-9._-]{1,200}") ? taskId : "replayed";
    }

    private Answer drop(Request request) {
        LetterPosition position = position(request);
        Asked asked = Asked.withReason(request);
        DeadLetterEntry before = found(position);
        if (asked.dryRun()) {
            if (before.standing() != DeadLetterEntry.Standing.OPEN) {
                throw refused("it was " + before.standing() + " before");
            }
        } else {
            dispose(asked, (desk, write, told) -> {
                if (write != null) {
                    desk.drop(List.of(position), write, told::add);
                }
            });
        }
        Answer answer =
                asked.answer(new JsonObject().text("position", position), false, writing.readBack(), () -> letters.get(
                                position.partition(), position.offset())
                        .filter(letter -> letter.standing() == DeadLetterEntry.Standing.DROPPED)
                        .isPresent());
        return Answer.of(Answer.JSON, answer.body());
    }

    /** What is done at the desk; without transactions nothing is written. */
    @FunctionalInterface
    private interface Deed {
        void at(LetterDesk desk, @Nullable AllOrNothing write, List<Disposal> told);
    }

    private Disposal dispose(Asked asked, Deed deed) {
        List<Disposal> told = new ArrayList<>();
        writing.ask(log -> {
            LetterDesk desk = new LetterDesk(
                    log,
                    writing.names(),
                    writing.clock(),
                    writing.keys(),
                    rule(log),
                    new LetterDesk.Signature(CONSOLE, asked.reason(), false));
            if (asked.dryRun()) {
                deed.at(desk, null, told);
                return true;
            }
            try (AllOrNothing write = transactions.get()) {
                deed.at(desk, write, told);
            }
            return true;
        });
        Disposal done = told.get(0);
        if (done.refused() != null) {
            throw refused(done.refused());
        }
        return done;
    }

    private static ConsoleException refused(String why) {
        return new ConsoleException(ConsoleProblem.LETTER_REFUSED, why);
    }
}
