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
import java.util.ArrayList;
import java.util.Iterator;
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

    /**
     * The result for one schedule of many.
     *
     * @param result null if it was refused
     */
    record ItemResult(
            @Nullable ApplyResult result, @Nullable RuntimeException refusal) {}

    /** Applies many schedules; a refused one does not stop the others. */
    List<ItemResult> applyAll(List<Schedule> wanted, boolean force, boolean dryRun) {
        return session.ask(log -> {
            Schedules schedules = new Schedules(log, names, clock, notInForce);
            ApplyPlan plan = schedules.plan();
            Map<String, StoredSchedule> before = schedules.all();
            WriteChecks checks = checks(log, force);
            List<@Nullable RuntimeException> refusals = new ArrayList<>();
            List<Schedule> good = new ArrayList<>();
            for (Schedule schedule : wanted) {
                StoredSchedule old = before.get(schedule.taskId());
                RuntimeException refusal = ItemProblem.of(() -> checks.check(schedule, old));
                refusals.add(refusal);
                if (refusal == null) {
                    good.add(schedule);
                }
            }
            Iterator<ApplyResult> result = dryRun
                    ? good.stream()
                            .map(schedule -> plan.of(schedule, before.get(schedule.taskId())))
                            .iterator()
                    : schedules.applyAll(good, trail(log), howMany -> {}).iterator();
            return refusals.stream()
                    .map(refusal -> new ItemResult(refusal == null ? result.next() : null, refusal))
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
