package dev.carillon.trigger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.dispatch.Dispatcher;
import dev.carillon.trigger.dispatch.LeaderState;
import dev.carillon.trigger.dispatch.LeaderWatch;
import dev.carillon.trigger.dispatch.SliceLog;
import dev.carillon.trigger.dispatch.failure.ClockBehind;
import dev.carillon.trigger.dispatch.failure.MayNotLead;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import dev.carillon.trigger.intake.Inbox;
import dev.carillon.trigger.intake.IntakeBatchBuilder;
import dev.carillon.trigger.slice.SlicePlanner;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One trigger process: the real dispatcher with a log, an election and an intake that the model controls. */
final class Candidate {
    /** Longer than any real head start. */
    private static final int MOST_HEAD_START_MS = 600;

    private static final int FENCED_ONE_IN = 10;
    private static final int NO_ENDS_ONE_IN = 20;

    private static final Duration COMMANDS_PATIENCE = Duration.ofSeconds(2);

    private final ModelCluster cluster;
    private final ModelElection.Place place;
    private final Inbox inbox = new Inbox();
    private final OutcomesIntake outcomes = new OutcomesIntake();
    private final OwnClock clock;
    private final Dispatcher dispatcher;
    private LeaderState state = LeaderState.STANDBY;
    private int stateRead;
    private int schedulesRead;
    private int calendarsRead;
    private int controlRead;
    /** All commands since the beginning of the log, by their offsets. */
    private final List<InputRecord> commands = new ArrayList<>();

    int elections;
    boolean stopped;

    /** The wall clock of this process, which may be wrong. */
    private static final class OwnClock extends Clock {
        private final ManualClock real;
        Duration off = Duration.ZERO;

        OwnClock(ManualClock real) {
            this.real = real;
        }

        @Override
        public Instant instant() {
            return real.instant().plus(off);
        }

        @Override
        public ZoneId getZone() {
            return real.getZone();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    Candidate(ModelCluster cluster, long seed) {
        this.cluster = cluster;
        this.place = cluster.election.join();
        this.clock = new OwnClock(cluster.clock);
        this.dispatcher = new Dispatcher(
                new Dispatcher.Parts(
                        inbox,
                        place,
                        new EpochLog(),
                        new SlicePlanner(ModelCluster.RULES, () -> "default"::equals),
                        new Watching(),
                        new Dispatcher.Time(clock, cluster.clock, new Random(seed))),
                "0",
                1 + new Random(seed).nextInt(20));
        dispatcher.begin();
    }

    boolean leads() {
        return state == LeaderState.LEADING;
    }

    ModelElection.Place place() {
        return place;
    }

    void setClockOff(Duration by) {
        clock.off = by;
    }

    /** Reads a part of the logs; a process that has read nothing yet finds them compacted. */
    void read(Random random, boolean everything) throws InterruptedException {
        int stateEnd = upTo(stateRead, cluster.state.size(), random, everything);
        int schedulesEnd = upTo(schedulesRead, cluster.schedules.size(), random, everything);
        int calendarsEnd = upTo(calendarsRead, cluster.calendars.size(), random, everything);
        int controlEnd = upTo(controlRead, cluster.control.size(), random, everything);
        boolean fresh = stateRead == 0;
        List<InputRecord> newState =
                fresh ? cluster.compactedState(stateEnd) : cluster.state.subList(stateRead, stateEnd);
        List<InputRecord> newSchedules = schedulesRead == 0
                ? cluster.compactedSchedules(schedulesEnd, random)
                : cluster.schedules.subList(schedulesRead, schedulesEnd);
        inbox.put(IntakeBatchBuilder.builder()
                .state(List.copyOf(newState))
                .schedules(List.copyOf(newSchedules))
                .calendars(List.copyOf(cluster.calendars.subList(calendarsRead, calendarsEnd)))
                .control(commands(controlEnd))
                .stateRead(stateEnd)
                .schedulesRead(schedulesEnd)
                .calendarsRead(calendarsEnd)
                .controlRead(controlEnd)
                .outcomes(outcomes.read(inbox.follow(), cluster.executions.outcomes(), random, everything))
                .build());
        stateRead = stateEnd;
        schedulesRead = schedulesEnd;
        calendarsRead = calendarsEnd;
        controlRead = controlEnd;
    }

    /** Counts definitions written since a command as written before it, so that it waits for more than necessary. */
    private List<InputRecord> commands(int end) {
        for (InputRecord record : cluster.control.subList(controlRead, end)) {
            Instant taken = clock.instant();
            commands.add(new InputRecord(
                            record.topic(),
                            record.partition(),
                            record.offset(),
                            record.appended(),
                            taken,
                            record.key(),
                            record.value())
                    .behindDefinitions(cluster.schedules.size()));
        }
        return List.copyOf(commands.subList(controlRead, end));
    }

    /** Asserts that definitions from before a young command are applied no later than the command. */
    private void assertNoneOvertakes(SlicePlan plan) {
        for (long i = plan.slice().from().control(); i < plan.slice().to().control(); i++) {
            if (isOfASchedule(cluster.control.get((int) i))
                    && commands.get((int) i).isYoung(clock.instant(), COMMANDS_PATIENCE)) {
                assertThat(plan.slice().to().schedules())
                        .as("definitions applied before command %s", i)
                        .isGreaterThanOrEqualTo(cluster.control.get((int) i).definitionsBelow());
            }
        }
    }

    /** Cancels come from the trigger itself, and the collector carries them out. */
    private static boolean isOfASchedule(InputRecord command) {
        return Kind.COMMAND.decode(Objects.requireNonNull(command.value())).command() != CommandKind.CANCEL;
    }

    private static int upTo(int from, int end, Random random, boolean everything) {
        return everything ? end : from + random.nextInt(end - from + 1);
    }

    /** Runs the dispatcher once, without waiting. */
    void round() throws InterruptedException {
        inbox.wake();
        dispatcher.runOnce(clock.instant());
    }

    /** Stops in an orderly way, as far as that is possible without time passing. */
    void leave() throws InterruptedException {
        dispatcher.handOver(Duration.ZERO);
        round();
        stopped = true;
        place.giveUp();
    }

    private List<Candidate> others() {
        return cluster.candidates.stream()
                .filter(other -> other != this && other.leads() && !other.stopped)
                .toList();
    }

    /** Only the newest epoch may write. */
    private final class EpochLog implements SliceLog {
        private long epoch = -1;

        @Override
        public long schedulesEnd() {
            return 0; // So the first load may be read in part, which is tried too.
        }

        @Override
        public void takeOver() {
            cluster.mayFail();
            cluster.lastSliceOf(others());
            epoch = ++cluster.epoch;
        }

        @Override
        public long stateEnd() {
            return cluster.state.size();
        }

        @Override
        public List<Long> outcomesFrom(List<Long> applied) {
            if (cluster.headStarts.nextInt(NO_ENDS_ONE_IN) == 0) {
                throw new IllegalStateException("the ends of outcomes are unknown now");
            }
            return applied.isEmpty() ? cluster.executions.ends() : applied;
        }

        @Override
        public Optional<String> lostInput(InputPositions applied) {
            return Optional.empty();
        }

        @Override
        public Duration headStart() {
            return Duration.ofMillis(cluster.headStarts.nextInt(MOST_HEAD_START_MS));
        }

        @Override
        public long commit(SlicePlan plan) {
            awaitInstant(plan.notBefore());
            if (epoch != cluster.epoch) {
                cluster.fences++;
                throw SliceFailed.rejected("fenced", null);
            }
            assertNoneOvertakes(plan);
            return cluster.commit(plan, clock.instant());
        }

        private void awaitInstant(@Nullable Instant instant) {
            Instant now = clock.instant();
            if (instant != null && instant.isAfter(now)) {
                cluster.clock.advance(Duration.between(now, instant));
                cluster.ahead++;
                boolean fenced = cluster.rivalsWhileWaiting && cluster.headStarts.nextInt(FENCED_ONE_IN) == 0;
                cluster.epoch += fenced ? 1 : 0;
            }
        }

        @Override
        public void letGo() {
            epoch = -1;
        }
    }

    private final class Watching implements LeaderWatch {
        @Override
        public void became(LeaderState next) {
            state = next;
        }

        @Override
        public void elected(Instant now, @Nullable Watermark from) {
            elections++;
        }

        @Override
        public void lost(Instant now, RuntimeException why) {
            boolean expected = why instanceof SliceFailed
                    || why instanceof ClockBehind
                    || (why instanceof MayNotLead refused && refused.code() == KitErrorCode.STATE_NOT_READ);
            if (!expected) {
                throw new AssertionError("the leader failed by itself", why);
            }
        }

        @Override
        public void unreadableState(String what) {
            throw new AssertionError(what);
        }
    }
}
