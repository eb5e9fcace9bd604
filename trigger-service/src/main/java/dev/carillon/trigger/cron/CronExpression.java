package dev.carillon.trigger.cron;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Fold;
import dev.carillon.schemas.record.Gap;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;

/** A cron expression that has passed every check and fires at least once. */
public final class CronExpression {
    private static final LocalDateTime ANY_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    private final String text;
    private final LocalTicks ticks;

    private CronExpression(String text, LocalTicks ticks) {
        this.text = text;
        this.ticks = ticks;
    }

    /**
     * Reads an expression of 5 fields, of 6 with seconds first, or a shorthand such as {@code @hourly}.
     *
     * @param taskIdForH what {@code H} is a hash of
     * @throws ContractException BAD_CRON or NEVER_FIRES, naming the field, the value, the limit and the fix
     */
    public static CronExpression parse(String expression, String taskIdForH) {
        LocalTicks ticks = CronSyntax.parse(expression, taskIdForH);
        SecondOpinion.check(expression, ticks);
        if (ticks.next(ANY_TIME) == null) {
            throw CronSyntax.neverFires(expression);
        }
        return new CronExpression(expression, ticks);
    }

    /** The first instant after the given one at which the expression fires in that zone. */
    public Optional<Instant> next(Instant after, ZoneId zone, Gap gap, Fold fold) {
        return in(zone, gap, fold).next(after);
    }

    /** Whether the expression names this local time, on a day of whatever length. */
    public boolean names(LocalDateTime local) {
        return local.equals(ticks.next(local.minusSeconds(1)));
    }

    /** What it says, in words: {@code At 06:00 on Monday to Friday}. */
    public String words() {
        return CronWords.of(ticks);
    }

    ZonedTicks in(ZoneId zone, Gap gap, Fold fold) {
        return new ZonedTicks(ticks, zone, gap, fold);
    }

    /** What it amounts to: expressions with equal meanings fire at the same local times. */
    Object meaning() {
        return ticks;
    }

    @Override
    public String toString() {
        return text;
    }
}
