package dev.carillon.system.checker;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.work.Origin;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.plan.PlannedInstants;
import dev.carillon.system.checker.read.DefinitionLog;
import dev.carillon.system.checker.read.ExecutionHistory;
import dev.carillon.system.checker.read.Executions;
import dev.carillon.system.checker.read.Run;
import dev.carillon.system.checker.read.SliceChain;
import dev.carillon.system.checker.seen.OutcomeSeen;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.checker.seen.SliceSeen;
import dev.carillon.system.checker.seen.TaskSeen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * G1 and G12 for the backfills in {@code control}: each planned instant of the range becomes one execution, and at no
 * time are more of them open than the command allows. Of a backfill that was ended, only the first instants do.
 */
final class BackfillCheck implements GuaranteeCheck {
    private static final long MOST_NANOS = 999_999_999;
    private static final Duration LONGEST_SPAN = Duration.ofDays(40);

    private final Run run;
    private final Executions executions;
    private final CheckerOptions options;
    private final DefinitionLog definitions;
    /** Executions by backfill, which is its taskId and the nanoseconds of its execTimes, and by nominal instant. */
    private final Map<String, SortedMap<Instant, Made>> made = new TreeMap<>();

    /** One execution of a backfill, and its outcome. */
    private record Made(
            TaskSeen task, long copies, @Nullable OutcomeSeen end) {
        Instant begun() {
            return task.at().appended();
        }
    }

    /** A backfill command. */
    private record Ordered(SeenRecord at, Command command) {
        String taskId() {
            return command.subject();
        }

        int nanos() {
            return (int) (MOST_NANOS - at.offset() % MOST_NANOS);
        }

        String id() {
            return taskId() + " " + nanos();
        }

        long most() {
            return Objects.requireNonNullElse(command.maxRunning(), 10L);
        }
    }

    BackfillCheck(Run run, Executions executions, CheckerOptions options) {
        this.run = run;
        this.executions = executions;
        this.options = options;
        this.definitions = new DefinitionLog(run, executions);
    }

    @Override
    public void look(Findings findings) {
        executions.all().forEach(this::gather);
        List<SliceSeen> slices = SliceChain.of(run, new Findings()).slices();
        for (SeenRecord record : run.in(run.names().control())) {
            Command command = command(record);
            if (command != null && command.command() == CommandKind.BACKFILL) {
                findings.count(CountNames.BACKFILLS);
                Ordered ordered = new Ordered(record, command);
                SortedMap<Instant, Made> byInstant = made.remove(ordered.id());
                check(ordered, byInstant == null ? new TreeMap<>() : byInstant, slices, findings);
            }
        }
        made.forEach((id, executionsOfIt) -> executionsOfIt.forEach((instant, one) ->
                violated(Guarantee.G1, one, findings, "is an execution of a backfill that no command ordered")));
    }

    private @Nullable Command command(SeenRecord record) {
        try {
            byte[] value = record.value();
            return value == null ? null : Kind.COMMAND.decode(value);
        } catch (ContractException e) {
            return null; // PutAsideCheck checks that it became a dead letter.
        }
    }

    private void gather(ExecutionHistory execution) {
        List<TaskSeen> first = execution.tasks.stream()
                .filter(seen -> seen.task().origin() == Origin.BACKFILL
                        && seen.task().attempt() == 1
                        && seen.task().delivery() == 1
                        && run.names().lane(seen.at().topic()) != null
                        && !seen.at().headers().containsKey(Headers.REHOMED))
                .toList();
        if (!first.isEmpty()) {
            TaskSeen task = first.get(0);
            Instant execTime = task.key().execTime().instant();
            OutcomeSeen end = execution.outcomes.isEmpty() ? null : execution.outcomes.get(0);
            made.computeIfAbsent(task.key().taskId() + " " + execTime.getNano(), id -> new TreeMap<>())
                    .put(execTime.minusNanos(execTime.getNano()), new Made(task, first.size(), end));
        }
    }

    private void check(Ordered ordered, SortedMap<Instant, Made> byInstant, List<SliceSeen> slices, Findings findings) {
        findings.count(CountNames.BACKFILLED, byInstant.size());
        byInstant.forEach((instant, one) -> {
            if (one.copies() > 1) {
                violated(Guarantee.G1, one, findings, "was made " + one.copies() + " times by one backfill");
            }
            if (!instant.equals(one.task().task().nominalTime())) {
                violated(
                        Guarantee.G1,
                        one,
                        findings,
                        "makes up for " + one.task().task().nominalTime());
            }
        });
        checkOpenAtOnce(ordered, byInstant, findings);
        Optional<SliceSeen> applied = slices.stream()
                .filter(seen -> seen.slice().to().control() > ordered.at().offset())
                .findFirst();
        if (applied.isEmpty() || !executions.deadLettersOf(ordered.at()).isEmpty()) {
            byInstant
                    .values()
                    .forEach(one -> violated(
                            Guarantee.G1, one, findings, "was made by a backfill that was refused or never begun"));
            return;
        }
        long position = applied.get().slice().to().schedules();
        Schedule schedule = definitions.inForce(ordered.taskId(), position);
        Optional<SortedSet<Instant>> planned = schedule == null ? Optional.empty() : planned(schedule, ordered);
        if (schedule == null || planned.isEmpty()) {
            findings.count(CountNames.NOT_COMPUTED);
            return;
        }
        boolean ended = isCancelled(ordered) || definitions.retimes(ordered.taskId(), position, schedule);
        Optional<SortedSet<Instant>> counted = definitions.counted(schedule, planned.get());
        MayMiss mayMiss = new MayMiss(ended, counted.isEmpty());
        checkInstants(ordered, byInstant, counted.orElse(planned.get()), mayMiss, findings);
    }

    private static Optional<SortedSet<Instant>> planned(Schedule schedule, Ordered ordered) {
        Instant from = Objects.requireNonNull(ordered.command().from());
        Instant last = Objects.requireNonNull(ordered.command().to()).minusNanos(1);
        return Duration.between(from, last).compareTo(LONGEST_SPAN) > 0
                ? Optional.empty()
                : PlannedInstants.of(schedule.when(), from, last);
    }

    /** Which instants may be missing: the rest if the backfill was ended, any if its calendar was changed. */
    private record MayMiss(boolean ended, boolean byCalendar) {}

    private void checkInstants(
            Ordered ordered,
            SortedMap<Instant, Made> byInstant,
            SortedSet<Instant> planned,
            MayMiss mayMiss,
            Findings findings) {
        byInstant.forEach((instant, one) -> {
            if (!planned.contains(instant)) {
                violated(Guarantee.G1, one, findings, "was made, but the backfill's range does not plan it");
            }
        });
        Instant upTo = mayMiss.ended() ? byInstant.isEmpty() ? Instant.MIN : byInstant.lastKey() : reached(ordered);
        for (Instant instant : planned) {
            if (!byInstant.containsKey(instant) && !instant.isAfter(upTo) && !mayMiss.byCalendar()) {
                findings.violated(
                        Guarantee.G1,
                        ordered.taskId() + ":" + instant,
                        ordered.at(),
                        "is planned in the range of this backfill, but has no execution");
            }
        }
    }

    /** The last instant that is decided according to the last marker; no bound if the backfill is over. */
    private Instant reached(Ordered ordered) {
        Marker marker = LeftWaiting.in(run).marker(ordered.taskId());
        Backfill left = marker == null ? null : marker.overrides().backfill();
        return left == null || left.nanos() != ordered.nanos()
                ? Instant.MAX
                : left.next().minusNanos(1);
    }

    private boolean isCancelled(Ordered ordered) {
        return run.in(run.names().control()).stream()
                .filter(record -> record.offset() > ordered.at().offset())
                .map(this::command)
                .anyMatch(command -> command != null
                        && command.command() == CommandKind.CANCEL_BACKFILL
                        && command.subject().equals(ordered.taskId()));
    }

    private void checkOpenAtOnce(Ordered ordered, SortedMap<Instant, Made> byInstant, Findings findings) {
        List<Made> open = new ArrayList<>();
        List<Made> inOrder = new ArrayList<>(byInstant.values());
        inOrder.sort((a, b) -> a.begun().compareTo(b.begun()));
        for (Made one : inOrder) {
            open.removeIf(other -> !ended(other).isAfter(one.begun()));
            open.add(one);
            if (open.size() > ordered.most()) {
                violated(
                        Guarantee.G12,
                        one,
                        findings,
                        "is open as number " + open.size() + " of its backfill, which allows " + ordered.most());
            }
        }
    }

    /** When it no longer counts as open: with its outcome, or when an outcome can no longer come. */
    private Instant ended(Made one) {
        Instant deadline = one.task().task().deadline();
        Instant given = deadline == null
                ? Instant.MAX
                : deadline.plus(one.task().task().work().timeout()).plus(options.grace());
        Instant end = one.end() == null ? Instant.MAX : one.end().at().appended();
        Instant first = end.isBefore(given) ? end : given;
        return first.equals(Instant.MAX) ? first : first.minus(options.clockBound());
    }

    private static void violated(Guarantee guarantee, Made one, Findings findings, String what) {
        findings.violated(guarantee, one.task().key().toString(), one.task().at(), what);
    }
}
