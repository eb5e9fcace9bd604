package dev.carillon.console.api.schedule;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.schedule.ApplyPlan;
import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.client.schedule.AuditTrail;
import dev.carillon.client.schedule.NotInForce;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ItemProblem;
import dev.carillon.console.api.RequestParameters;
import dev.carillon.console.api.write.VersionTag;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes schedules to their topic. Writes of one console run one after the other, so each is checked against the newest
 * record; a writer elsewhere can still come between that check and the write.
 */
final class ScheduleWriter {
    private final KafkaSession session;
    private final TopicNames names;
    private final Clock clock;
    /** Used by the session's thread only. */
    private final NotInForce notInForce;

    ScheduleWriter(KafkaSession session, TopicNames names, Clock clock) {
        this.session = session;
        this.names = names;
        this.clock = clock;
        this.notInForce = new NotInForce(names);
    }

    /**
     * A wanted change.
     *
     * @param always whether to write it even if it changes nothing
     * @param namesEnabled whether the request itself sets {@code enabled}
     */
    record Wanted(Schedule schedule, boolean always, boolean namesEnabled) {}

    /**
     * Changes a schedule, if the conditions of the request are met.
     *
     * @param request with its conditions, {@code dryRun} and {@code force}
     * @param change gets the stored schedule, or null; returns null to leave it as it is
     * @return the result; the planned one for a dry run
     */
    ApplyResult change(String taskId, ApiRequest request, Function<@Nullable StoredSchedule, @Nullable Wanted> change) {
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        boolean force = request.query().flag(ScheduleWriting.FORCE);
        return session.ask(log -> {
            Schedules schedules = new Schedules(log, names, clock, notInForce);
            StoredSchedule before = schedules.find(taskId);
            VersionTag.check(request.headers(), "the schedule", before == null ? null : before.version());
            Wanted wanted = change.apply(before);
            if (wanted == null) {
                StoredSchedule there = Objects.requireNonNull(before, "a missing schedule can't stay as it is");
                return new ApplyResult(there.readable(), Change.UNCHANGED, false, there.version());
            }
            ApplyResult planned = schedules.plan().of(wanted.schedule(), before, wanted.namesEnabled());
            boolean same = planned.change() == Change.UNCHANGED;
            if (same && !wanted.always()) {
                return planned;
            }
            checks(log, force).check(planned.schedule(), before);
            if (dryRun) {
                return planned;
            }
            return same
                    ? schedules.put(planned.schedule(), before, trail(log))
                    : schedules.write(planned, before, trail(log));
        });
    }

    /** Why each of many schedules can't be written, by its taskId. */
    Map<String, RuntimeException> refusals(List<Schedule> wanted, boolean force) {
        return session.ask(log -> {
            Map<String, StoredSchedule> before = new Schedules(log, names, clock, notInForce).all();
            WriteChecks checks = checks(log, force);
            Map<String, RuntimeException> refusals = new HashMap<>();
            for (Schedule schedule : wanted) {
                StoredSchedule old = before.get(schedule.taskId());
                RuntimeException refusal = ItemProblem.of(() -> checks.check(schedule, old));
                if (refusal != null) {
                    refusals.put(schedule.taskId(), refusal);
                }
            }
            return refusals;
        });
    }

    /** Applies many schedules, or plans it for a dry run; the results are in the same order. */
    List<ApplyResult> applyAll(List<Schedule> wanted, boolean dryRun) {
        return session.ask(log -> {
            Schedules schedules = new Schedules(log, names, clock, notInForce);
            if (!dryRun) {
                return schedules.applyAll(wanted, trail(log), howMany -> {});
            }
            ApplyPlan plan = schedules.plan();
            Map<String, StoredSchedule> before = schedules.all();
            return wanted.stream()
                    .map(schedule -> plan.of(schedule, before.get(schedule.taskId())))
                    .toList();
        });
    }

    private WriteChecks checks(RecordLog log, boolean force) {
        return new WriteChecks(log, names, clock, force);
    }

    /** Deletes a schedule; NO_SUCH_SCHEDULE if there is none. Returns the offset of the record, -1 for a dry run. */
    long delete(String taskId, RequestParameters headers, boolean dryRun) {
        return session.ask(log -> {
            Schedules schedules = new Schedules(log, names, clock);
            StoredSchedule before = schedules.get(taskId);
            VersionTag.check(headers, "the schedule", before.version());
            return dryRun ? -1 : schedules.delete(before, trail(log));
        });
    }

    private AuditTrail trail(RecordLog log) {
        return new AuditTrail(log, names, clock, ApiResource.CONSOLE);
    }

    /** The stored schedule; refused if there is none or its record can't be read. */
    static Schedule readable(String taskId, @Nullable StoredSchedule found) {
        if (found == null) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule " + ContractException.shown(taskId));
        }
        return found.readable();
    }
}
