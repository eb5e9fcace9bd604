package dev.carillon.console.api.schedule;

import dev.carillon.client.Applied;
import dev.carillon.client.Applied.Change;
import dev.carillon.client.ApplyPlan;
import dev.carillon.client.AuditTrail;
import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.NotInForce;
import dev.carillon.client.RecordLog;
import dev.carillon.client.Schedules;
import dev.carillon.client.StoredSchedule;
import dev.carillon.console.api.ItemProblem;
import dev.carillon.console.api.Parameters;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.write.Etag;
import dev.carillon.console.topics.TopicDesk;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Schedule;
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
 * Writes schedules to their topic. Two writers of one console follow each other, so what one of them was shown is judged
 * against the topic's end; against a writer elsewhere that comes between looking and writing nothing helps yet.
 */
final class ScheduleWriter {
    private final TopicDesk topics;
    private final TopicNames names;
    private final Clock clock;
    /** Touched by the thread of the topics alone. */
    private final NotInForce notInForce;

    ScheduleWriter(TopicDesk topics, TopicNames names, Clock clock) {
        this.topics = topics;
        this.names = names;
        this.clock = clock;
        this.notInForce = new NotInForce(names);
    }

    /**
     * What a change is made of.
     *
     * @param always whether it is written also where it changes nothing
     * @param namesEnabled whether the request itself says whether the schedule is enabled
     */
    record Wanted(Schedule schedule, boolean always, boolean namesEnabled) {}

    /**
     * Changes a schedule to what the change makes of the one that there is.
     *
     * @param request whose conditions it has to meet
     * @param change gets null where there is none; null says that it stays as it is
     * @return what came of it, or would come of it if it is not to be done
     */
    Applied change(String taskId, Request request, Function<@Nullable StoredSchedule, @Nullable Wanted> change) {
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        boolean force = request.query().flag(ScheduleWriting.FORCE);
        return topics.ask(log -> {
            Schedules schedules = new Schedules(log, names, clock, notInForce);
            StoredSchedule before = schedules.find(taskId);
            Etag.check(request.headers(), "the schedule", before == null ? null : before.version());
            Wanted wanted = change.apply(before);
            if (wanted == null) {
                StoredSchedule there = Objects.requireNonNull(before, "what is not there can't stay");
                return new Applied(there.readable(), Change.UNCHANGED, false, there.version());
            }
            Applied planned = schedules.plan().of(wanted.schedule(), before, wanted.namesEnabled());
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
     * One of many.
     *
     * @param applied what came of it; null where it was refused
     */
    record Judged(@Nullable Applied applied, @Nullable RuntimeException refusal) {}

    /** Applies many; what is refused of them stops none of the others. */
    List<Judged> applyAll(List<Schedule> wanted, boolean force, boolean dryRun) {
        return topics.ask(log -> {
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
            Iterator<Applied> applied = dryRun
                    ? good.stream()
                            .map(schedule -> plan.of(schedule, before.get(schedule.taskId())))
                            .iterator()
                    : schedules.applyAll(good, trail(log), howMany -> {}).iterator();
            return refusals.stream()
                    .map(refusal -> new Judged(refusal == null ? applied.next() : null, refusal))
                    .toList();
        });
    }

    private WriteChecks checks(RecordLog log, boolean force) {
        return new WriteChecks(log, names, clock, force);
    }

    /** Deletes a schedule; NO_SUCH_SCHEDULE if there is none. Returns the offset of the record, -1 for a dry run. */
    long delete(String taskId, Parameters headers, boolean dryRun) {
        return topics.ask(log -> {
            Schedules schedules = new Schedules(log, names, clock);
            StoredSchedule before = schedules.get(taskId);
            Etag.check(headers, "the schedule", before.version());
            return dryRun ? -1 : schedules.delete(before, trail(log));
        });
    }

    private AuditTrail trail(RecordLog log) {
        return new AuditTrail(log, names, clock, Resource.CONSOLE);
    }

    /** The one that there is, readable. */
    static Schedule readable(String taskId, @Nullable StoredSchedule found) {
        if (found == null) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule " + ContractException.shown(taskId));
        }
        return found.readable();
    }
}
