package dev.carillon.schemas.schedule;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Routing;
import dev.carillon.schemas.work.VersionField;
import dev.carillon.schemas.work.Work;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The definition of recurring or one-off work.
 *
 * @param deadline how long after the earliest start of its first attempt a tick may still start
 * @param namesEnabled whether the definition names {@code enabled}; applying one that does not keeps the operator's
 *     switch
 * @param routing null for the cluster's default
 * @param pauseAfterFailures how many failed executions in a row pause it
 * @param version the author's own version number; Carillon uses the record's offset
 */
@RecordBuilder
public record Schedule(
        String taskId,
        @Nullable String description,
        @Nullable String owner,
        FiringRule when,
        Work work,
        @Nullable Duration deadline,
        boolean enabled,
        boolean namesEnabled,
        @Nullable String pausedReason,
        @Nullable Routing routing,
        MissedRule missed,
        Overlap overlap,
        @Nullable Long pauseAfterFailures,
        @Nullable Long version,
        @Nullable Instant createdAt,
        @Nullable Instant updatedAt,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    private static final Duration MIN_DEADLINE = Duration.ofSeconds(1);

    public Schedule {
        if (!enabled && !namesEnabled) {
            throw new IllegalArgumentException("a schedule is enabled unless its definition says otherwise");
        }
    }

    /** A schedule with defaults for all other fields. */
    public static Schedule of(String taskId, FiringRule when, Work work) {
        return ScheduleBuilder.builder()
                .taskId(taskId)
                .when(when)
                .work(work)
                .enabled(true)
                .missed(MissedRule.DEFAULT)
                .overlap(Overlap.ALLOW)
                .rest(Map.of())
                .build();
    }

    public static Schedule read(Fields f) {
        VersionField.check(f, V);
        Schedule schedule = ScheduleBuilder.builder()
                .taskId(f.required("taskId", f.parsed("taskId", Limits.CHECKED_TEXT, TaskId::check)))
                .description(f.text("description", Limits.DESCRIPTION))
                .owner(f.word("owner", Limits.NAME))
                .when(FiringRule.read(f))
                .work(Work.read(f))
                .deadline(f.duration("deadline", MIN_DEADLINE, Limits.MAX_DEADLINE))
                .enabled(f.flag("enabled", true))
                .namesEnabled(f.has("enabled"))
                .pausedReason(f.text("pausedReason", Limits.MESSAGE))
                .routing(f.choice("routing", Routing.class))
                .missed(Objects.requireNonNullElse(f.object("missed", MissedRule::read), MissedRule.DEFAULT))
                .overlap(Objects.requireNonNullElse(f.choice("overlap", Overlap.class), Overlap.ALLOW))
                .pauseAfterFailures(f.number("pauseAfterFailures", 1, Limits.LIST))
                .version(f.number("version", 0, Long.MAX_VALUE))
                .createdAt(f.instant("createdAt"))
                .updatedAt(f.instant("updatedAt"))
                .rest(f.rest())
                .build();
        schedule.check();
        return schedule;
    }

    private void check() {
        if (when.dependsOn().contains(taskId)) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    "dependsOn",
                    "names the schedule itself",
                    "name only other schedules");
        }
    }

    public void write(FieldWriter out) {
        check();
        out.number("v", V, V, V)
                .parsed("taskId", taskId, Limits.CHECKED_TEXT, TaskId::check)
                .text("description", description, Limits.DESCRIPTION)
                .word("owner", owner, Limits.NAME);
        when.write(out);
        work.write(out);
        out.duration("deadline", deadline, MIN_DEADLINE, Limits.MAX_DEADLINE);
        if (namesEnabled) {
            out.flag("enabled", enabled);
        }
        out.prose("pausedReason", pausedReason, Limits.MESSAGE)
                .choice("routing", routing)
                .object("missed", missed, MissedRule::write)
                .choice("overlap", overlap)
                .number("pauseAfterFailures", pauseAfterFailures, 1, Limits.LIST)
                .number("version", version, 0, Long.MAX_VALUE)
                .instant("createdAt", createdAt)
                .instant("updatedAt", updatedAt)
                .rest(rest);
    }

    /** Refuses fields of the contract that this version does not support. */
    public void checkSupported() {
        if (new HashSet<>(when.dependsOn()).size() < when.dependsOn().size()) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS, "dependsOn", "names a schedule twice", "name each once");
        }
        if (!when.dependsOn().isEmpty() && !when.jitter().isZero()) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    "jitter",
                    "can't be combined with dependsOn, whose ticks follow other schedules and no clock",
                    "leave it out");
        }
        unsupported("shards", work.shards() != null);
    }

    private void unsupported(String field, boolean used) {
        if (used) {
            throw new ContractException(
                    ErrorCode.NOT_SUPPORTED_YET, field, "is not supported by this version", "leave it out for now");
        }
    }

    /**
     * The same schedule with equal parts that are shared between schedules; it does not keep the record that it was
     * read from.
     */
    public Schedule withParts(
            @Nullable String newDescription,
            @Nullable String newOwner,
            FiringRule newWhen,
            Work newWork,
            MissedRule newMissed) {
        return ScheduleBuilder.builder(this)
                .description(newDescription)
                .owner(newOwner)
                .when(newWhen)
                .work(newWork)
                .missed(newMissed)
                .rest(compact(rest))
                .build();
    }

    private static Map<String, RawJson> compact(Map<String, RawJson> fields) {
        if (fields.isEmpty()) {
            return fields;
        }
        Map<String, RawJson> own = new LinkedHashMap<>();
        fields.forEach((name, value) -> own.put(name, value.compact()));
        return Collections.unmodifiableMap(own);
    }

    /**
     * The same schedule, naming {@code enabled}: if the definition does not, a paused schedule stays paused for its old
     * reason.
     */
    public Schedule withEnabledAsIn(@Nullable Schedule before) {
        if (namesEnabled) {
            return this;
        }
        return before == null || before.enabled
                ? withSwitch(true, pausedReason, updatedAt)
                : withSwitch(false, before.pausedReason, updatedAt);
    }

    public Schedule withEnabled(boolean on, @Nullable String reason, Instant now) {
        return withSwitch(on, reason, now);
    }

    private Schedule withSwitch(boolean on, @Nullable String reason, @Nullable Instant updated) {
        return ScheduleBuilder.builder(this)
                .enabled(on)
                .namesEnabled(true)
                .pausedReason(reason)
                .updatedAt(updated)
                .build();
    }

    public Schedule withTimes(@Nullable Instant created, Instant updated) {
        return ScheduleBuilder.builder(this)
                .createdAt(created)
                .updatedAt(updated)
                .build();
    }
}
