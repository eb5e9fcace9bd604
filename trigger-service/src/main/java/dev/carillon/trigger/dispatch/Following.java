package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.record.Positions;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.Inbox;
import dev.carillon.trigger.catalogue.IntakeBatch;
import dev.carillon.trigger.catalogue.OutcomesRead;
import dev.carillon.trigger.catalogue.StateReader;
import dev.carillon.trigger.catalogue.Step;
import dev.carillon.trigger.slice.SlicePlan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is committed and what waits behind it, as far as the intake has read. One thread owns it. */
final class Following {
    private static final Logger LOG = LoggerFactory.getLogger(Following.class);
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    private final Catalogue catalogue = new Catalogue();
    private final Inbox inbox;
    private final StateReader stateReader;
    private final Rivalry rivalry;
    private final Clock clock;
    private final Ticker ticker;
    private long stateRead;
    /** By the brokers' clock. */
    private Instant stateAppended = Instant.EPOCH;

    private @Nullable Instant inputsWaitSince;
    private @Nullable Long endsFailedAt;
    /** What was asked of the intake last; what an earlier question brought is dropped. */
    private OutcomesRead.Follow asked = OutcomesRead.Follow.NOTHING;

    Following(Inbox inbox, StateReader stateReader, Rivalry rivalry, Clock clock, Ticker ticker) {
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

    /** Grows whenever anything of what a takeover waits for has been read. */
    long readInAll() {
        return stateRead
                + catalogue.schedules().read()
                + catalogue.calendars().pending().read();
    }

    /** Up to where the newest slice has applied the inputs. */
    Positions applied() {
        Watermark newest = catalogue.watermark();
        return newest == null ? Positions.START : newest.positions();
    }

    /** Since when inputs have been waiting for their turn, or null if none are. */
    @Nullable
    Instant inputsWaitSince() {
        return inputsWaitSince;
    }

    /**
     * By how much our clock is behind, at least: a record that is read was appended before, and a slice that was committed is
     * not one of the future.
     */
    Duration clockBehind(Instant now) {
        Watermark newest = catalogue.watermark();
        Instant decided = newest == null ? Instant.EPOCH : newest.reached().due();
        Instant known = decided.isAfter(stateAppended) ? decided : stateAppended;
        return known.isAfter(now) ? Duration.between(now, known) : Duration.ZERO;
    }

    /** A part of the newest state that this program can't read. */
    Optional<String> unreadable() {
        return stateReader.unreadable();
    }

    /** Whether no slice was ever committed and there is more to read: all that is there will be one slice. */
    boolean isInFirstLoad(long schedulesEnd) {
        return catalogue.watermark() == null && !catalogue.schedules().hasAllBelow(schedulesEnd);
    }

    /** How long nothing is due, or so long at most. */
    Duration untilDue(Instant now, Duration atMost) {
        return catalogue
                .agenda()
                .firstDue()
                .map(due -> Duration.between(now, due))
                .filter(wait -> wait.compareTo(atMost) < 0)
                .orElse(atMost);
    }

    /**
     * Takes in what the intake has read, or waits so long for it.
     *
     * @return whether somebody's slices were among it
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

    /** A slice of our own was committed. */
    void committed(SlicePlan plan, long offset) {
        try {
            catalogue.apply(new Step(offset, plan.watermark(), plan.markers()));
        } catch (RuntimeException e) {
            throw new TakingInFailed(e);
        }
        if (!catalogue.hasInputs()) {
            inputsWaitSince = null;
        } else if (plan.inputs() > 0) {
            inputsWaitSince = clock.instant();
        }
    }

    /** From now on this instance leads, and outcomes are its inputs from these positions. */
    void outcomes(List<Long> from) {
        follow(new OutcomesRead.Follow(from));
    }

    /**
     * Outcomes that nobody waited for so far are followed from here on, where what comes next may wait for some.
     *
     * @param ends where to begin; it fails where Kafka does not tell
     * @return false if they should be and can't yet: inputs have to wait then, and ticks have not
     */
    boolean outcomesIfNeeded(Supplier<List<Long>> ends) {
        if (asked != OutcomesRead.Follow.NOTHING || !catalogue.awaited().isPossible()) {
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
            // Shown by the age of the inputs that wait; a partition without a leader must not end every term.
            LOG.warn("What waits to be applied waits on, as it may need outcomes: {}", String.valueOf(e.getCause()));
            endsFailedAt = now;
            return false;
        }
    }

    /** None are read for now, and slices leave them where they are: they are read on from there later. */
    void holdOutcomes(List<Long> at) {
        catalogue.followOutcomes(at);
    }

    /** Where outcomes wait to be followed; none if they never were. */
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
