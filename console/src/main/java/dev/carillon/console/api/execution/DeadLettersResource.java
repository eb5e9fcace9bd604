package dev.carillon.console.api.execution;

import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.client.deadletter.DeadLetterPosition;
import dev.carillon.client.deadletter.DeadLetterReplay;
import dev.carillon.client.deadletter.ReplayResult;
import dev.carillon.client.deadletter.ReplayRule;
import dev.carillon.client.deadletter.ReplayVerdict;
import dev.carillon.client.deadletter.StoredDeadLetter;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.submit.Queues;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.console.api.ItemsAnswer;
import dev.carillon.console.api.RequestParameters;
import dev.carillon.console.history.deadletter.DeadLetterEntry;
import dev.carillon.console.history.deadletter.DeadLetterFilter;
import dev.carillon.console.history.deadletter.DeadLetters;
import dev.carillon.console.history.run.Runs;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lists, shows, replays and drops dead letters. */
public final class DeadLettersResource implements ApiResource {
    private static final int CURSOR = 500;
    private static final int CAUSE = 100;

    private final DeadLetters letters;
    private final Runs runs;
    private final RawRecords records;
    private final WriteContext context;
    private final Supplier<AtomicWriter> transactions;

    /**
     * Lists dead letters from the history, and reads the records that they hold from their topic.
     *
     * @param transactions opens a transactional writer, which fences the one before
     */
    public DeadLettersResource(
            DeadLetters letters,
            Runs runs,
            RawRecords records,
            WriteContext context,
            Supplier<AtomicWriter> transactions) {
        this.letters = letters;
        this.runs = runs;
        this.records = records;
        this.context = context;
        this.transactions = transactions;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.get("/v1/dead-letters", this::list, "taskId", "cause", "since", "until", "all", "cursor", "limit")
                .get("/v1/dead-letters/{position}", this::get)
                .on(HttpVerb.POST, "/v1/dead-letters/{position}/replay", this::replay, "dryRun", "wait")
                .on(HttpVerb.POST, "/v1/dead-letters/{position}/drop", this::drop, "dryRun", "wait");
    }

    private ApiResponse list(ApiRequest request) {
        RequestParameters query = request.query();
        DeadLetterFilter filter = new DeadLetterFilter(
                query.parsed("taskId", text -> TaskId.check("taskId", text)),
                query.text("cause", CAUSE),
                query.instant("since"),
                query.instant("until"),
                query.flag("all"));
        var page = letters.find(filter, query.text("cursor", CURSOR), ExecutionsResource.limit(request));
        return ApiResponse.json(new ItemsAnswer<>(
                page.items().stream().map(DeadLetterAnswer::of).toList(), page.next()));
    }

    private static DeadLetterPosition position(ApiRequest request) {
        String text = request.path("position");
        return DeadLetterPosition.find(text)
                .filter(found -> text.startsWith("dead-letters-"))
                .orElseThrow(() -> RequestParameters.refused(
                        "position", text, "it is not a position of a dead letter", "dead-letters-3@17"));
    }

    private DeadLetterEntry found(DeadLetterPosition position) {
        return letters.get(position.partition(), position.offset())
                .orElseThrow(() -> new ClientException(
                        ClientProblem.NO_SUCH_LETTER, "the history has no dead letter at " + position));
    }

    private ApiResponse get(ApiRequest request) {
        DeadLetterEntry letter = found(position(request));
        RawRecords.Found held = records.fetch(List.of(letter.place())).get(0);
        String whyNot = whyNot(letter, held.record());
        return ApiResponse.json(new DeadLetterAnswer.Detail(
                DeadLetterAnswer.of(letter), RawRecords.answer(held), whyNot == null, whyNot));
    }

    private @Nullable String whyNot(DeadLetterEntry letter, @Nullable ReceivedRecord record) {
        if (letter.standing() != DeadLetterEntry.Standing.OPEN) {
            return letter.standing() == DeadLetterEntry.Standing.DROPPED
                    ? "it was dropped"
                    : "it was replayed as " + letter.replayedAs();
        }
        if (record == null) {
            return "the topic does not keep it any more";
        }
        ReplayVerdict verdict = context.ask(log -> rule(log).judge(new StoredDeadLetter(record), context.freshTime()));
        return verdict instanceof ReplayVerdict.Refused no ? no.reason() : null;
    }

    private ReplayRule rule(RecordLog log) {
        return new ReplayRule(context.names(), Queues.look(log, context.names()).names());
    }

    private ApiResponse replay(ApiRequest request) {
        DeadLetterPosition position = position(request);
        ChangeRequest change = ChangeRequest.withReason(request);
        found(position);
        ReplayResult done = perform(change, (replay, writer, results) -> {
            if (writer == null) {
                replay.preview(List.of(position), results::add);
            } else {
                replay.replay(List.of(position), writer, results::add);
            }
        });
        // A dry run creates no execution, so the key of its answer is only an example.
        String key = done.key() == null
                ? ExecutionKey.of(taskIdOf(done), context.freshTime()).toString()
                : done.key();
        return change.answer(ChangeAnswer.ofKey(key), false, context.readBack(), () -> runs.get(ExecutionKey.parse(key))
                .isPresent());
    }

    private static String taskIdOf(ReplayResult done) {
        String key = done.deadLetter().key();
        int colon = key.indexOf(':');
        String taskId = colon < 0 ? key : key.substring(0, colon);
        return taskId.matches("[A-Za-z0-9._-]{1,200}") ? taskId : "replayed";
    }

    private ApiResponse drop(ApiRequest request) {
        DeadLetterPosition position = position(request);
        ChangeRequest change = ChangeRequest.withReason(request);
        found(position);
        perform(change, (replay, writer, results) -> {
            if (writer == null) {
                replay.previewDrop(List.of(position), results::add);
            } else {
                replay.drop(List.of(position), writer, results::add);
            }
        });
        ApiResponse response = change.answer(
                ChangeAnswer.ofPosition(position.toString()), false, context.readBack(), () -> letters.get(
                                position.partition(), position.offset())
                        .filter(letter -> letter.standing() == DeadLetterEntry.Standing.DROPPED)
                        .isPresent());
        return ApiResponse.of(ApiResponse.JSON, response.body());
    }

    /** A replay or a drop; without a writer it writes nothing. */
    @FunctionalInterface
    private interface ReplayAction {
        void perform(DeadLetterReplay replay, @Nullable AtomicWriter writer, List<ReplayResult> results);
    }

    private ReplayResult perform(ChangeRequest change, ReplayAction action) {
        List<ReplayResult> results = new ArrayList<>();
        context.ask(log -> {
            DeadLetterReplay replay = new DeadLetterReplay(
                    log,
                    context.names(),
                    context.clock(),
                    context.keys(),
                    rule(log),
                    new DeadLetterReplay.Signature(CONSOLE, change.reason(), false));
            if (change.dryRun()) {
                action.perform(replay, null, results);
                return true;
            }
            try (AtomicWriter writer = transactions.get()) {
                action.perform(replay, writer, results);
            }
            return true;
        });
        ReplayResult done = results.get(0);
        if (done.refused() != null) {
            throw refused(done.refused());
        }
        return done;
    }

    private static ConsoleException refused(String why) {
        return new ConsoleException(ConsoleProblem.LETTER_REFUSED, why);
    }
}
