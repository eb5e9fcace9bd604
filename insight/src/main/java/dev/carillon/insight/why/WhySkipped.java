package dev.carillon.insight.why;

import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers for a tick that a record marks as skipped. */
final class WhySkipped {
    private static final int NAMED = 5;
    /** Separates the count from the cause in the trigger's message. */
    private static final String BECAUSE = ", because ";

    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final ReadValue<Result> skip;
    private final SkippedRange range;
    private final @Nullable Schedule schedule;

    /**
     * Prepares the answer.
     *
     * @param schedule the definition in force then; null if it is no longer known
     */
    WhySkipped(TickFacts.Question question, WhyDraft draft, ReadValue<Result> skip, @Nullable Schedule schedule) {
        this.question = question;
        this.draft = draft;
        this.skip = skip;
        this.range = Objects.requireNonNull(skip.value().skipped());
        this.schedule = schedule;
    }

    WhyAnswer answer() {
        draft.cite(skip.at());
        next();
        String of = range.count() == 1
                ? ""
                : ", as one of " + range.count() + " ticks from " + range.first() + " to " + range.last();
        String cause = cause();
        String because = cause == null ? range.reason().words() : cause;
        return draft.is(Verdict.SKIPPED, "It was skipped because " + because + " (" + range.reason() + ")" + of + ".");
    }

    /** The cause in the record's message; null if it has only a reason, like records of earlier versions. */
    private @Nullable String cause() {
        String message = skip.value().message();
        int begins = message == null ? -1 : message.indexOf(BECAUSE);
        return message == null || begins < 0 ? null : TextPieces.oneLine(message.substring(begins + BECAUSE.length()));
    }

    private void next() {
        if (schedule != null && range.reason() == SkipReason.DEPENDENCY) {
            List<String> parents = schedule.when().dependsOn();
            List<String> words = List.of(Objects.requireNonNullElse(cause(), "").split("[ ,;]+"));
            boolean named = parents.stream().anyMatch(words::contains);
            parents.stream()
                    .filter(parent -> !named || words.contains(parent))
                    .limit(NAMED)
                    .forEach(parent -> draft.next("carillon why " + parent + " --at " + question.at()));
        }
        if (String.valueOf(cause()).startsWith("its queue ")) {
            draft.next("carillon topics create --queue "
                    + (schedule == null ? "NAME" : schedule.work().queue()));
        }
        boolean ofCalendar = range.reason() == SkipReason.CALENDAR || range.reason() == SkipReason.BROKEN;
        if (schedule != null && ofCalendar && schedule.when().calendar() != null) {
            draft.next("carillon calendar get " + schedule.when().calendar());
        }
        draft.next("carillon schedule get " + question.taskId());
    }
}
