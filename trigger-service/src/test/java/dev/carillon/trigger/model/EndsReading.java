package dev.carillon.trigger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.OutcomeCursor;
import dev.carillon.schemas.record.Overlap;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Task;
import dev.carillon.trigger.catalogue.Awaited;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.slice.Output;
import dev.carillon.trigger.slice.SlicePlan;
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
 * What is promised of schedules that go by ends, read from the definitions, the outcomes and the positions that the slices
 * tell of themselves: nothing runs beside another, nothing before its pause is over, nothing too often, nothing that is
 * paused or deleted, and nothing that waits does so without reason. Works slice by slice.
 */
final class EndsReading {
    private final DefinitionLog definitions;
    private final List<List<InputRecord>> outcomes;
    private final List<SlicePlan> slices;
    private final Map<String, Course> courses = new HashMap<>();
    private int number;
    private long held;

    /** What can be said of a schedule after a slice. */
    private enum State {
        /** It is paused or not there, or may have paused itself. */
        OFF,
        /** An execution is open that others may have to wait for. */
        BUSY,
        /** Whatever is due has nothing to wait for. */
        FREE
    }

    /** One taskId through all its generations. */
    private static final class Course {
        final State[] states;
        final boolean[] complete;
        /** By slice: the last of its runs that it shall have, or the beginning of time where it had them all before. */
        final Map<Integer, Instant> completions = new HashMap<>();

        @Nullable
        Schedule schedule;

        long version;
        final Set<String> open = new HashSet<>();
        Instant openUntil = Instant.MIN;
        long runs;
        /** Before that it may not follow its own end. */
        Instant follows = Instant.MIN;

        /** When it last began, ended or skipped something. */
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
        for (Output output : plan.outputs()) {
            if (output instanceof Output.Dispatch dispatch && dispatch.task().origin() == Origin.TICK) {
                Task task = dispatch.task();
                // A definition may start what has waited.
                long version = Objects.requireNonNull(task.scheduleVersion());
                for (; next <= version && next < slice.to().schedules(); next++) {
                    define(next);
                }
                begin(task, slice);
            } else if (output instanceof Output.Skip skip) {
                course(skip.result().key().taskId()).lastSign = slice.after().due();
            } else if (output instanceof Output.Say say && say.event().type() == EventType.OVERDUE) {
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
     * Where none were followed before, nothing was open that one of them could close. Of an outcome that concerns more
     * dependants than a slice holds, its own schedule hears first.
     */
    private void close(Slice slice, @Nullable OutcomeCursor stopped) {
        List<Long> from = slice.from().outcomes();
        if (slice.to().outcomes().isEmpty()) {
            courses.forEach((taskId, course) -> assertThat(course.open)
                    .as("what is open of %s while no outcomes are followed", taskId)
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
        Course course = course(Objects.requireNonNull(Awaited.taskId(outcome.key())));
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
                .as("what is open of %s is given up in time", taskId)
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
        assertThat(schedule).as("a definition in force that %s is of", key).isNotNull();
        Objects.requireNonNull(schedule);
        assertThat(course.version).as("the version in force at %s", key).isEqualTo(task.scheduleVersion());
        assertThat(schedule.enabled())
                .as("%s is of a schedule that is not paused", key)
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
            assertThat(course.open).as("what is open when %s begins", key).isEmpty();
            assertThat(task.nominalTime()).as("after the end of the last one").isAfterOrEqualTo(course.follows);
            course.open.add(key);
            course.openUntil = Objects.requireNonNull(task.deadline())
                    .plus(task.work().timeout())
                    .plus(ModelCluster.RULES.grace());
            held++;
        }
        course.lastSign = slice.after().due();
    }

    /** How many began that others had to wait for. */
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

    /** Whether a tick that was due in that slice is not owed, as the schedule has had its runs. */
    boolean hasHadItsRuns(String taskId, Instant nominal, int due) {
        Course course = course(taskId);
        if (course.complete[due]) {
            return true;
        }
        for (int i = due + 1; i < slices.size(); i++) {
            Instant last = course.completions.get(i);
            if (last != null && nominal.isAfter(last)) {
                return true; // It lay in a pause, in the end of which the last runs came first.
            }
            if (course.states[i] != State.OFF) {
                return false;
            }
        }
        return false;
    }

    /** Those that follow their own ends and nothing speaks against it, but did not since. */
    List<String> silentSince(Instant since) {
        List<String> silent = new ArrayList<>();
        courses.forEach((taskId, course) -> {
            Schedule schedule = course.schedule;
            // What a calendar leaves out is told of when the day is over.
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
