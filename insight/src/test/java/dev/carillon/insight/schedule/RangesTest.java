package dev.carillon.insight.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.work.NamedRange;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The limits of previews and backfills, just within and just beyond. */
final class RangesTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final Instant BEFORE = NOW.minusSeconds(3_600);

    private static ErrorCode code(ThrowingCallable call) {
        ContractException[] caught = new ContractException[1];
        assertThatThrownBy(call).isInstanceOfSatisfying(ContractException.class, e -> caught[0] = e);
        return caught[0].code();
    }

    private static BackfillOrder order(Instant from, Instant to) {
        return new BackfillOrder("report", new NamedRange("from", from, "to", to));
    }

    @Test
    void aBackfillEndsByNow() {
        order(BEFORE, NOW).checkRange(NOW);
        assertThat(code(() -> order(BEFORE, NOW.plusNanos(1)).checkRange(NOW))).isEqualTo(ErrorCode.OUT_OF_RANGE);
        assertThat(code(() -> order(NOW, NOW).checkRange(NOW))).isEqualTo(ErrorCode.CONFLICTING_FIELDS);
    }

    @Test
    void aBackfillHasInstantsAndNotTooMany() {
        BackfillOrder order = order(BEFORE, NOW);

        order.checkPlanned(1);
        order.checkPlanned(Backfill.MOST_INSTANTS);
        assertThat(code(() -> order.checkPlanned(0))).isEqualTo(ErrorCode.NEVER_FIRES);
        assertThat(code(() -> order.checkPlanned(Backfill.MOST_INSTANTS + 1))).isEqualTo(ErrorCode.TOO_MANY_ENTRIES);
    }

    @Test
    void aPreviewIsAtMostTenYearsLong() {
        PreviewLimits.checkRange("from", "to", NOW, NOW.plus(PreviewLimits.LONGEST));
        assertThat(code(() -> PreviewLimits.checkRange(
                        "from", "to", NOW, NOW.plus(PreviewLimits.LONGEST).plusNanos(1))))
                .isEqualTo(ErrorCode.OUT_OF_RANGE);
        assertThat(code(() -> PreviewLimits.checkRange("from", "to", NOW, NOW)))
                .isEqualTo(ErrorCode.CONFLICTING_FIELDS);
    }
}
