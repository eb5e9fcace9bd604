package dev.carillon.schemas.schedule;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.work.Limits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** When a schedule fires: exactly one of cron, every, afterEnd, at and dependsOn, and its restrictions. */
@RecordBuilder
public record FiringRule(
        @Nullable String cron,
        @Nullable String zone,
        Gap gap,
        Fold fold,
        @Nullable Duration every,
        @Nullable Duration afterEnd,
        @Nullable Instant at,
        List<String> dependsOn,
        ParentsEnd dependsOnEnd,
        @Nullable Instant from,
        @Nullable Instant until,
        @Nullable Long maxRuns,
        @Nullable String calendar,
        Duration jitter) {
    /** Longer than any real expression, and short enough to be parsed quickly. */
    public static final int MAX_CRON = 500;

    public static final Duration MIN_EVERY = Duration.ofSeconds(1);
    public static final Duration MAX_EVERY = Duration.ofDays(366);
    public static final Duration MAX_JITTER = Duration.ofHours(1);

    /** Uses only the fields that mostly differ, as the first load computes it a million times. */
    @Override
    public int hashCode() {
        int hash = Objects.hashCode(cron);
        hash = 31 * hash + Objects.hashCode(zone);
        hash = 31 * hash + Objects.hashCode(every);
        hash = 31 * hash + Objects.hashCode(at);
        return 31 * hash + dependsOn.hashCode();
    }

    public static FiringRule cron(String expression, @Nullable String zone) {
        return defaults().cron(expression).zone(zone).build();
    }

    public static FiringRule every(Duration interval) {
        return defaults().every(interval).build();
    }

    public static FiringRule at(Instant instant) {
        return defaults().at(instant).build();
    }

    /** All that a rule has unless it says otherwise. */
    private static FiringRuleBuilder defaults() {
        return FiringRuleBuilder.builder()
                .gap(Gap.RUN_AFTER)
                .fold(Fold.FIRST)
                .dependsOn(List.of())
                .dependsOnEnd(ParentsEnd.SUCCEEDED)
                .jitter(Duration.ZERO);
    }

    static FiringRule read(Fields f) {
        FiringRule when = FiringRuleBuilder.builder()
                .cron(f.word("cron", MAX_CRON))
                .zone(f.parsed("zone", Limits.ZONE, ZoneNames::spelled))
                .gap(Objects.requireNonNullElse(f.choice("gap", Gap.class), Gap.RUN_AFTER))
                .fold(Objects.requireNonNullElse(f.choice("fold", Fold.class), Fold.FIRST))
                .every(f.duration("every", MIN_EVERY, MAX_EVERY))
                .afterEnd(f.duration("afterEnd", Duration.ZERO, MAX_EVERY))
                .at(f.instant("at"))
                .dependsOn(f.words("dependsOn", Limits.DEPENDENCIES, Limits.CHECKED_TEXT, TaskId::check))
                .dependsOnEnd(
                        Objects.requireNonNullElse(f.choice("dependsOnEnd", ParentsEnd.class), ParentsEnd.SUCCEEDED))
                .from(f.instant("from"))
                .until(f.instant("until"))
                .maxRuns(f.number("maxRuns", 1, Long.MAX_VALUE))
                .calendar(f.word("calendar", Limits.NAME))
                .jitter(Objects.requireNonNullElse(f.duration("jitter", Duration.ZERO, MAX_JITTER), Duration.ZERO))
                .build();
        when.check();
        return when;
    }

    private void check() {
        List<String> kinds = new ArrayList<>();
        addIf(kinds, cron != null, "cron");
        addIf(kinds, every != null, "every");
        addIf(kinds, afterEnd != null, "afterEnd");
        addIf(kinds, at != null, "at");
        addIf(kinds, !dependsOn.isEmpty(), "dependsOn");
        if (kinds.isEmpty()) {
            throw new ContractException(
                    ErrorCode.MISSING_FIELD,
                    "cron",
                    "the schedule does not say when to fire",
                    "give one of cron, every, afterEnd, at, dependsOn");
        }
        if (kinds.size() > 1) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    kinds.get(1),
                    "can't be combined with " + kinds.get(0),
                    "keep one of " + String.join(", ", kinds));
        }
        if (cron == null && zone != null) {
            throw new ContractException(ErrorCode.CONFLICTING_FIELDS, "zone", "needs cron", "remove it");
        }
        wholeSecond("at", at);
        wholeSecond("from", from);
        wholeSecond("until", until);
        wholeSeconds("every", every);
        wholeSeconds("jitter", jitter);
        if (from != null && until != null && !until.isAfter(from)) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS, "until", until + " is not after from " + from, "swap them");
        }
    }

    private static void wholeSecond(String name, @Nullable Instant instant) {
        if (instant != null && instant.getNano() != 0) {
            throw new ContractException(ErrorCode.OUT_OF_RANGE, name, instant + " is not a whole second", "round it");
        }
    }

    private static void wholeSeconds(String name, @Nullable Duration duration) {
        if (duration != null && duration.getNano() != 0) {
            throw new ContractException(ErrorCode.OUT_OF_RANGE, name, "is not a whole number of seconds", "round it");
        }
    }

    private static void addIf(List<String> kinds, boolean present, String name) {
        if (present) {
            kinds.add(name);
        }
    }

    void write(FieldWriter out) {
        check();
        out.word("cron", cron, MAX_CRON)
                .parsed("zone", zone, Limits.ZONE, ZoneNames::spelled)
                .choice("gap", gap == Gap.RUN_AFTER ? null : gap)
                .choice("fold", fold == Fold.FIRST ? null : fold)
                .duration("every", every, MIN_EVERY, MAX_EVERY)
                .duration("afterEnd", afterEnd, Duration.ZERO, MAX_EVERY)
                .instant("at", at)
                .words("dependsOn", dependsOn, Limits.DEPENDENCIES, Limits.CHECKED_TEXT, TaskId::check)
                .choice("dependsOnEnd", dependsOnEnd == ParentsEnd.SUCCEEDED ? null : dependsOnEnd)
                .instant("from", from)
                .instant("until", until)
                .number("maxRuns", maxRuns, 1, Long.MAX_VALUE)
                .word("calendar", calendar, Limits.NAME)
                .duration("jitter", jitter.isZero() ? null : jitter, Duration.ZERO, MAX_JITTER);
    }
}
