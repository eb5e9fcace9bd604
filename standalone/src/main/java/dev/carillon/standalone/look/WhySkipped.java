package dev.carillon.standalone.look;

import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.standalone.look.WhyAnswer.Verdict;
import dev.carillon.standalone.render.Texts;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers for a tick of which a record says that it was skipped. */
final class WhySkipped {
    private static final int NAMED = 5;
    /** Stands between the trigger's count and the cause. */
    private static final String BECAUSE = ", because ";

    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final Found<Result> skip;
    private final SkippedRange range;
    private final @Nullable Schedule schedule;

    /**
     * An answer to be.
     *
     * @param schedule the definition that counted then; null if it is no longer known
     */
    WhySkipped(TickFacts.Question question, WhyDraft draft, Found<Result> skip, @Nullable Schedule schedule) {
        this.question = question;
        this.draft = draft;
        this.skip = skip;
        this.range = Objects.requireNonNull(skip.value().skipped());
        this.schedule = schedule;
    }

    WhyAnswer answer() {
        draft.saidBy(skip.at());
        next();
        String of = range.count() == 1
                ? ""
                : ", as one of " + range.count() + " ticks from " + range.first() + " to " + range.last();
        String cause = cause();
        String because = cause == null ? usually() : cause;
        return draft.is(Verdict.SKIPPED, "It was skipped because " + because + " (" + range.reason() + ")" + of + ".");
    }

    /** What the record itself says of it; null if it gives its reason only, as those of earlier versions do. */
    private @Nullable String cause() {
        String message = skip.value().message();
        int begins = message == null ? -1 : message.indexOf(BECAUSE);
        return message == null || begins < 0 ? null : Texts.oneLine(message.substring(begins + BECAUSE.length()));
    }

    /** What is true of all ticks that are skipped for the reason. */
    private String usually() {
        return switch (range.reason()) {
            case OVERLAP -> "an earlier execution or tick was in its way when it was due";
            case MISSED -> "its time was over when it could first be decided";
            case COALESCED -> "a later tick stands for it";
            case CALENDAR -> "its calendar leaves it out";
            case PAUSED -> "the schedule was paused";
            case REQUESTED -> "somebody asked for that";
            case BROKEN -> "its definition, its calendar or its queue could not be used";
            case DEPENDENCY -> "what it depends on did not end as it must, or not before it was given up";
        };
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
