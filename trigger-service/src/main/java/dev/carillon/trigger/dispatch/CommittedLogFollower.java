package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.CommittedSlice;
import dev.carillon.trigger.definition.OutcomesRead;
import dev.carillon.trigger.dispatch.failure.TakingInFailed;
import dev.carillon.trigger.intake.Inbox;
import dev.carillon.trigger.intake.IntakeBatch;
import dev.carillon.trigger.intake.StateReader;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the committed slices and the inputs behind them, as far as the intake has read. One thread owns it. */
final class CommittedLogFollower {
    private static final Logger LOG = LoggerFactory.getLogger(CommittedLogFollower.class);
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    private final Catalogue catalogue = new Catalogue();
    private final Inbox inbox;
    private final StateReader stateReader;
    private final RivalryGuard rivalry;
    private final Clock clock;
    private final Ticker ticker;
    private long stateRead;
    /** When the last record read from {@code trigger-state} was appended, by the brokers' clock. */
    private Instant stateAppended = Instant.EPOCH;

    private @Nullable Instant inputsWaitSince;
    private @Nullable Long endsFailedAt;
    /** The last request to the intake; outcomes that were read for an earlier one are dropped. */
    private OutcomesRead.Follow asked = OutcomesRead.Follow.NOTHING;

    CommittedLogFollower(Inbox inbox, StateReader stateReader, RivalryGuard rivalry, Clock clock, Ticker ticker) {
        this.inbox = inbox;
        this.stateReader = stateReader;
        this.rivalry = rivalry;
        this.clock = clock;
        this.ticker = ticker;
    }

    Catalogue catalogue() {
        return catalogue;
    }

    /** Everything committed below this offset of {@code trigger-state} has been read. */
    long stateRead() {
        return stateRead;
    }

    /** Grows with every read record that a takeover waits for. */
    long readInAll() {
        return stateRead
                + catalogue.schedules().read()
                + catalogue.calendars().pending().read();
    }

    /** The positions up to which the newest slice has applied the inputs. */
    InputPositions applied() {
        Watermark newest = catalogue.watermark();
        return newest == null ? InputPositions.START : newest.positions();
    }

    /** Since when inputs have been waiting to be applied; null if none are. */
    @Nullable
    Instant inputsWaitSince() {
        return inputsWaitSince;
    }

    /**
     * By how much this host's clock is behind, at least: a record can't be read before it is appended, and a leader
     * commits no slice before its last instant.
     */
    Duration clockBehind(Instant now) {
        Watermark newest = catalogue.watermark();
        Instant decided = newest == null ? Instant.EPOCH : newest.reached().due();
        Instant known = decided.isAfter(stateAppended) ? decided : stateAppended;
        return known.isAfter(now) ? Duration.between(now, known) : Duration.ZERO;
    }

    /** A record of the newest state that this version can't read. */
    Optional<String> unreadable() {
        return stateReader.unreadable();
    }

    /** Whether no slice was ever committed and definitions are left to read: the first slice applies all of them. */
    boolean isInFirstLoad(long schedulesEnd) {
        return catalogue.watermark() == null && !catalogue.schedules().hasAllBelow(schedulesEnd);
    }

    /** The time until the next tick is due, at most the given one. */
    Duration untilDue(Instant now, Duration atMost) {
        return catalogue
                .dueIndex()
                .firstDue()
                .map(due -> Duration.between(now, due))
                .filter(wait -> wait.compareTo(atMost) < 0)
                .orElse(atMost);
    }

    /**
     * Takes in what the intake has read, and waits up to the given time for it.
     *
     * @return whether records of {@code trigger-state} were among it
     */
    boolean takeAll(Duration wait) throws InterruptedException {
        List<IntakeBatch> taken = inbox.take(wait);
        try {
            taken.forEach(this::take);
        } catch (RuntimeException e) {
            throw new TakingInFailed(e);
        }
        inbox.full(
                catalogue.schedules().isFull(),
                catalogue.calendars().pending().isFull(),
                catalogue.control().isFull(),
                catalogue.outcomes().isFull());
        return taken.stream().anyMatch(batch -> !batch.state().isEmpty());
    }

    private void take(IntakeBatch batch) {
        long known = catalogue.stateOffset();
        if (!batch.state().isEmpty()) {
            stateAppended = batch.state().get(batch.state().size() - 1).appended();
        }
        stateReader.read(batch.state(), catalogue);
        if (catalogue.stateOffset() > known) {
            rivalry.read(catalogue.watermark(), ticker.nanos());
        }
        batch.schedules().forEach(catalogue::readSchedule);
        batch.calendars().forEach(catalogue::readCalendar);
        batch.control().forEach(catalogue::readCommand);
        stateRead = Math.max(stateRead, batch.stateRead());
        if (batch.outcomes().asked() == asked) {
            catalogue.readOutcomes(batch.outcomes());
        }
        catalogue.readUpTo(batch.schedulesRead(), batch.calendarsRead(), batch.controlRead());
        if (!catalogue.hasInputs()) {
            inputsWaitSince = null;
        } else if (inputsWaitSince == null) {
            inputsWaitSince = clock.instant();
        }
    }

    /** Applies a slice that this instance has committed. */
    void committed(SlicePlan plan, long offset) {
        try {
            catalogue.apply(new CommittedSlice(offset, plan.watermark(), plan.markers()));
        } catch (RuntimeException e) {
            throw new TakingInFailed(e);
        }
        if (!catalogue.hasInputs()) {
            inputsWaitSince = null;
        } else if (plan.inputs() > 0) {
            inputsWaitSince = clock.instant();
        }
    }

    /** Follows outcomes from these positions on; they are inputs of the leader. */
    void outcomes(List<Long> from) {
        follow(new OutcomesRead.Follow(from));
    }

    /**
     * Begins to follow outcomes if a schedule in the next slice may wait for them.
     *
     * @param ends the positions to begin at; throws if Kafka does not answer
     * @return false if they are needed and the positions are unknown: then inputs have to wait, and ticks go on
     */
    boolean outcomesIfNeeded(Supplier<List<Long>> ends) {
        if (asked != OutcomesRead.Follow.NOTHING || !catalogue.outcomeInterest().isPossible()) {
            return true;
        }
        long now = ticker.nanos();
        Long failed = endsFailedAt;
        if (failed != null && now - failed < ASK_AGAIN.toNanos()) {
            return false;
        }
        try {
            outcomes(ends.get());
            endsFailedAt = null;
            return true;
        } catch (IllegalStateException e) {
            // The age of the waiting inputs shows it; a partition without a leader must not end every term.
            LOG.warn(
                    "Definitions and commands wait: they may need outcomes, and the end of that topic is unknown: {}",
                    String.valueOf(e.getCause()));
            endsFailedAt = now;
            return false;
        }
    }

    /** Keeps these positions without reading: slices commit them unchanged, and outcomes are read from there later. */
    void holdOutcomes(List<Long> at) {
        catalogue.followOutcomes(at);
    }

    /** The positions at which outcomes are held; empty if they were never followed. */
    List<Long> heldOutcomes() {
        return catalogue.outcomes().positions();
    }

    void noOutcomes() {
        follow(OutcomesRead.Follow.NOTHING);
    }

    private void follow(OutcomesRead.Follow next) {
        asked = next;
        catalogue.followOutcomes(next.from());
        inbox.follow(next);
    }
}
