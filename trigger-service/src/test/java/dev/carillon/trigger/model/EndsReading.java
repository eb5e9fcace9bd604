package dev.carillon.trigger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Overlap;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.OutcomeCursor;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.work.Origin;
import dev.carillon.trigger.catalogue.OutcomeInterest;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the guarantees of schedules that wait for ends, from the definitions, the outcomes and the positions of the
 * slices: no execution runs beside another, before its delay is over, too often, or while its schedule is paused or
 * deleted, and no tick waits without reason. Works slice by slice.
 */
final class EndsReading {
    private final DefinitionLog definitions;
    private final List<List<InputRecord>> outcomes;
    private final List<SlicePlan> slices;
    private final Map<String, Course> courses = new HashMap<>();
    private int number;
    private long held;

    /** The state of a schedule after a slice, as far as it is certain. */
    private enum State {
        /** It is paused or does not exist, or the trigger may have paused it. */
        OFF,
        /** An execution is open that others may have to wait for. */
        BUSY,
        /** A due tick has nothing to wait for. */
        FREE
    }

    /** One taskId through all its generations. */
    private static final class Course {
        final State[] states;
        final boolean[] complete;
        /** By slice: the last run that maxRuns allows, or the beginning of time if it had them all before. */
        final Map<Integer, Instant> completions = new HashMap<>();

        @Nullable
        Schedule schedule;

        long version;
        final Set<String> open = new HashSet<>();
        Instant openUntil = Instant.MIN;
        long runs;
        /** It may not run after its own end before this. */
        Instant follows = Instant.MIN;

        /** When it last began or gave up an execution, or skipped a tick. */
        Instant lastSign = Instant.MIN;

        Course(int slices) {
            states = new State[slices];
            complete = new boolean[slices];
        }

        boolean isComplete() {
            Long most = schedule == null ? null : schedule.when().maxRuns();
            return most != null && runs >= most;
        }

        State state() {
            if (schedule == null || !schedule.enabled() || schedule.pauseAfterFailures() != null) {
                return State.OFF;
            }
            return open.isEmpty() ? State.FREE : State.BUSY;
        }
    }

    EndsReading(DefinitionLog definitions, List<List<InputRecord>> outcomes, List<SlicePlan> slices) {
        this.definitions = definitions;
        this.outcomes = outcomes;
        this.slices = slices;
        for (; number < slices.size(); number++) {
            read(slices.get(number));
        }
    }

    private Course course(String taskId) {
        return courses.computeIfAbsent(taskId, id -> new Course(slices.size()));
    }

    private void read(SlicePlan plan) {
        Slice slice = plan.slice();
        close(slice, plan.watermark().outcome());
        long next = slice.from().schedules();
        for (SliceOutput output : plan.outputs()) {
            if (output instanceof SliceOutput.Dispatch dispatch
                    && dispatch.task().origin() == Origin.TICK) {
                Task task = dispatch.task();
                // A definition may start waiting ticks.
                long version = Objects.requireNonNull(task.scheduleVersion());
                for (; next <= version && next < slice.to().schedules(); next++) {
                    define(next);
                }
                begin(task, slice);
            } else if (output instanceof SliceOutput.Skip skip) {
                course(skip.result().key().taskId()).lastSign = slice.after().due();
            } else if (output instanceof SliceOutput.Say say && say.event().type() == EventType.OVERDUE) {
                overdue(say.event().subject(), slice);
            }
        }
        for (; next < slice.to().schedules(); next++) {
            define(next);
        }
        for (Course course : courses.values()) {
            course.states[number] = course.state();
            course.complete[number] = course.isComplete();
        }
    }

    /**
     * Closes the executions whose outcomes a slice applies. While no outcomes are followed, none may be open. An
     * outcome for more dependants than a slice holds is applied to its own schedule first.
     */
    private void close(Slice slice, @Nullable OutcomeCursor stopped) {
        List<Long> from = slice.from().outcomes();
        if (slice.to().outcomes().isEmpty()) {
            courses.forEach((taskId, course) -> assertThat(course.open)
                    .as("open executions of %s while no outcomes are followed", taskId)
                    .isEmpty());
            return;
        }
        for (int partition = 0; partition < from.size(); partition++) {
            long end = slice.to().outcomes().get(partition);
            for (long offset = from.get(partition); offset < end; offset++) {
                close(outcomes.get(partition).get((int) offset));
            }
        }
        if (stopped != null) {
            close(outcomes.get(stopped.partition()).get((int) stopped.offset()));
        }
    }

    private void close(InputRecord outcome) {
        Course course = course(Objects.requireNonNull(OutcomeInterest.taskId(outcome.key())));
        boolean closed = course.open.remove(new String(Objects.requireNonNull(outcome.key()), StandardCharsets.UTF_8));
        if (closed && course.open.isEmpty()) {
            follow(course, outcome.appended());
        }
    }

    private static void follow(Course course, Instant ended) {
        Duration delay = course.schedule == null ? null : course.schedule.when().afterEnd();
        course.follows = delay == null ? Instant.MIN : ended.plus(delay);
    }

    private void overdue(String taskId, Slice slice) {
        Course course = course(taskId);
        assertThat(course.openUntil)
                .as("the open execution of %s is given up in time", taskId)
                .isBeforeOrEqualTo(slice.before().due());
        course.open.clear();
        course.lastSign = slice.after().due();
        follow(course, slice.before().due());
    }

    private void define(long offset) {
        InputRecord record = definitions.at(offset);
        Course course = course(DefinitionLog.taskId(record));
        Schedule schedule = definitions.good(record);
        if (record.value() == null) {
            course.schedule = null;
            course.runs = 0;
            course.follows = Instant.MIN;
        } else if (schedule != null) {
            take(course, schedule, offset);
        }
    }

    private void take(Course course, Schedule schedule, long offset) {
        boolean fresh = course.schedule == null;
        course.runs = fresh || schedule.when().maxRuns() == null ? 0 : course.runs;
        if (!awaitsEnds(schedule)) {
            course.open.clear();
        }
        course.schedule = schedule;
        course.version = offset;
        if (course.isComplete()) {
            course.completions.put(number, Instant.MIN);
        }
    }

    private static boolean awaitsEnds(Schedule schedule) {
        return schedule.overlap() != Overlap.ALLOW || schedule.when().afterEnd() != null;
    }

    private void begin(Task task, Slice slice) {
        String key = Objects.requireNonNull(task.key()).toString();
        Course course = course(task.taskId());
        Schedule schedule = course.schedule;
        assertThat(schedule).as("the definition in force for %s", key).isNotNull();
        Objects.requireNonNull(schedule);
        assertThat(course.version).as("the version in force at %s", key).isEqualTo(task.scheduleVersion());
        assertThat(schedule.enabled())
                .as("the schedule of %s is not paused", key)
                .isTrue();
        Long most = schedule.when().maxRuns();
        if (most != null) {
            course.runs++;
            assertThat(course.runs).as("runs of %s with %s", task.taskId(), key).isLessThanOrEqualTo(most);
        }
        if (course.isComplete()) {
            course.completions.put(number, task.nominalTime());
        }
        if (awaitsEnds(schedule)) {
            assertThat(course.open).as("open executions when %s begins", key).isEmpty();
            assertThat(task.nominalTime()).as("after the end of the last one").isAfterOrEqualTo(course.follows);
            course.open.add(key);
            course.openUntil = Objects.requireNonNull(task.deadline())
                    .plus(task.work().timeout())
                    .plus(ModelCluster.RULES.grace());
            held++;
        }
        course.lastSign = slice.after().due();
    }

    /** How many executions began that others had to wait for. */
    long held() {
        return held;
    }

    /**
     * Fails if a tick that was due in one slice was decided in a later one, and nothing was in its way between them.
     *
     * @return whether an execution was in its way
     */
    boolean hadToWait(String key, int due, int decided) {
        Course course = course(key.substring(0, key.indexOf(':')));
        for (int i = due; i < decided; i++) {
            assertThat(course.states[i])
                    .as("%s was due in slice %s and decided in %s; the schedule after slice %s", key, due, decided, i)
                    .isNotEqualTo(State.FREE);
        }
        return due < decided && course.states[due] == State.BUSY;
    }

    /** Whether a tick that was due in that slice need not be decided, as the schedule has had its runs. */
    boolean hasHadItsRuns(String taskId, Instant nominal, int due) {
        Course course = course(taskId);
        if (course.complete[due]) {
            return true;
        }
        for (int i = due + 1; i < slices.size(); i++) {
            Instant last = course.completions.get(i);
            if (last != null && nominal.isAfter(last)) {
                return true; // It lay in a pause, and the last runs came first when the pause ended.
            }
            if (course.states[i] != State.OFF) {
                return false;
            }
        }
        return false;
    }

    /** Schedules that should run after their own ends, and have not done so since this instant. */
    List<String> silentSince(Instant since) {
        List<String> silent = new ArrayList<>();
        courses.forEach((taskId, course) -> {
            Schedule schedule = course.schedule;
            // Ticks that a calendar leaves out are reported when the day is over.
            boolean follows = schedule != null
                    && schedule.when().afterEnd() != null
                    && schedule.when().calendar() == null;
            if (follows && course.state() == State.FREE && !course.isComplete() && course.lastSign.isBefore(since)) {
                silent.add(taskId);
            }
        });
        return silent;
    }
}
