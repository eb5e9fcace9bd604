package dev.carillon.system.checker;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Schedule;
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
 * Backfills, as {@code control} orders them: each planned instant of the range becomes one execution, those of a backfill
 * that was ended the first so many of them, and never are more open at a time than asked for.
 */
final class BackfillCheck implements Check {
    private static final long A_SECOND_BUT_ONE = 999_999_999;
    private static final Duration LONGEST_SPAN = Duration.ofDays(40);

    private final Run run;
    private final Executions executions;
    private final CheckerOptions options;
    private final DefinitionLog definitions;
    /** What each backfill has made, by its taskId and the part of a second, by the nominal instant. */
    private final Map<String, SortedMap<Instant, Made>> made = new TreeMap<>();

    /** One execution, and how it ended. */
    private record Made(
            TaskSeen task, long copies, @Nullable OutcomeSeen end) {
        Instant begun() {
            return task.at().appended();
        }
    }

    /** A backfill that was ordered. */
    private record Ordered(SeenRecord at, Command command) {
        String taskId() {
            return command.subject();
        }

        int nanos() {
            return (int) (A_SECOND_BUT_ONE - at.offset() % A_SECOND_BUT_ONE);
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
                findings.count(Counts.BACKFILLS);
                Ordered ordered = new Ordered(record, command);
                SortedMap<Instant, Made> its = made.remove(ordered.id());
                judge(ordered, its == null ? new TreeMap<>() : its, slices, findings);
            }
        }
        made.forEach((id, those) -> those.forEach((instant, one) ->
                violated(Guarantee.G1, one, findings, "is an execution of a backfill that nobody has ordered")));
    }

    private @Nullable Command command(SeenRecord record) {
        try {
            byte[] value = record.value();
            return value == null ? null : Kind.COMMAND.decode(value);
        } catch (ContractException e) {
            return null; // That it went to dead-letters is another check's business.
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

    private void judge(Ordered ordered, SortedMap<Instant, Made> its, List<SliceSeen> slices, Findings findings) {
        findings.count(Counts.BACKFILLED, its.size());
        its.forEach((instant, one) -> {
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
        together(ordered, its, findings);
        Optional<SliceSeen> applied = slices.stream()
                .filter(seen -> seen.slice().to().control() > ordered.at().offset())
                .findFirst();
        if (applied.isEmpty() || !executions.deadLettersOf(ordered.at()).isEmpty()) {
            its.values()
                    .forEach(one -> violated(
                            Guarantee.G1, one, findings, "was made by a backfill that was refused or never begun"));
            return;
        }
        long position = applied.get().slice().to().schedules();
        Schedule schedule = definitions.inForce(ordered.taskId(), position);
        Optional<SortedSet<Instant>> planned = schedule == null ? Optional.empty() : planned(schedule, ordered);
        if (schedule == null || planned.isEmpty()) {
            findings.count(Counts.NOT_RECKONED);
            return;
        }
        boolean ended = isCancelled(ordered) || definitions.retimes(ordered.taskId(), position, schedule);
        Optional<SortedSet<Instant>> counted = definitions.counted(schedule, planned.get());
        complete(ordered, its, counted.orElse(planned.get()), new Leave(ended, counted.isEmpty()), findings);
    }

    private static Optional<SortedSet<Instant>> planned(Schedule schedule, Ordered ordered) {
        Instant from = Objects.requireNonNull(ordered.command().from());
        Instant last = Objects.requireNonNull(ordered.command().to()).minusNanos(1);
        return Duration.between(from, last).compareTo(LONGEST_SPAN) > 0
                ? Optional.empty()
                : PlannedInstants.of(schedule.when(), from, last);
    }

    /** What may be missing: the rest of one that was ended; single instants where a calendar was changed meanwhile. */
    private record Leave(boolean ended, boolean byCalendar) {}

    private void complete(
            Ordered ordered, SortedMap<Instant, Made> its, SortedSet<Instant> planned, Leave leave, Findings findings) {
        its.forEach((instant, one) -> {
            if (!planned.contains(instant)) {
                violated(Guarantee.G1, one, findings, "was made, but the backfill's range does not plan it");
            }
        });
        Instant upTo = leave.ended() ? its.isEmpty() ? Instant.MIN : its.lastKey() : reached(ordered);
        for (Instant instant : planned) {
            if (!its.containsKey(instant) && !instant.isAfter(upTo) && !leave.byCalendar()) {
                findings.violated(
                        Guarantee.G1,
                        ordered.taskId() + ":" + instant,
                        ordered.at(),
                        "is planned in the range of this backfill, but nothing was made of it");
            }
        }
    }

    /** Up to where the last marker says that it is decided; without any end where it is over. */
    private Instant reached(Ordered ordered) {
        Marker marker = LeftWaiting.in(run).marker(ordered.taskId());
        Backfill left = marker == null ? null : marker.arrangements().backfill();
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

    private void together(Ordered ordered, SortedMap<Instant, Made> its, Findings findings) {
        List<Made> open = new ArrayList<>();
        List<Made> inOrder = new ArrayList<>(its.values());
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

    /** When it takes up a place no longer: with its outcome, or when none can come any more. */
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
