package dev.carillon.timing.cron;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;

/** A cron expression that has passed every check. */
public final class CronExpression {
    private static final LocalDateTime ANY_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    private final String text;
    private final LocalTicks ticks;

    private CronExpression(String text, LocalTicks ticks) {
        this.text = text;
        this.ticks = ticks;
    }

    /**
     * Reads an expression of 5 fields, of 6 with seconds first, or a shorthand such as {@code @hourly}, that fires at
     * least once.
     *
     * @param taskIdForH what {@code H} is a hash of
     * @throws ContractException BAD_CRON or NEVER_FIRES, naming the field, the value, the limit and the fix
     */
    public static CronExpression parse(String expression, String taskIdForH) {
        CronExpression read = read(expression, taskIdForH);
        if (!read.fires()) {
            throw CronSyntax.neverFires(expression);
        }
        return read;
    }

    /** As {@link #parse}, also for an expression that never fires: to explain it. */
    public static CronExpression read(String expression, String taskIdForH) {
        LocalTicks ticks = CronSyntax.parse(expression, taskIdForH);
        SecondOpinion.check(expression, ticks);
        return new CronExpression(expression, ticks);
    }

    /** The expression of a timing, spelled as in its definition; it was parsed when the timing was made. */
    static CronExpression known(String expression, LocalTicks ticks) {
        return new CronExpression(expression, ticks);
    }

    /** Whether any date has a day that it names. */
    public boolean fires() {
        return ticks.next(ANY_TIME) != null;
    }

    /** The first instant after the given one at which the expression fires in that zone. */
    public Optional<Instant> next(Instant after, ZoneId zone, Gap gap, Fold fold) {
        return in(zone, gap, fold).next(after);
    }

    /** How a clock change of the zone touches an instant at which the expression fires; empty for almost all. */
    public Optional<ClockMark> mark(Instant at, ZoneId zone) {
        LocalDateTime local = LocalDateTime.ofInstant(at, zone);
        ZoneOffsetTransition around = zone.getRules().getTransition(local);
        if (around != null && around.isOverlap()) {
            boolean first = zone.getRules().getOffset(at).equals(around.getOffsetBefore());
            return Optional.of(first ? ClockMark.FOLD_FIRST : ClockMark.FOLD_SECOND);
        }
        // It fires at a time that it does not name, so this tick stands for a time that the clocks skipped.
        return names(local) ? Optional.empty() : Optional.of(ClockMark.GAP);
    }

    /** Whether the expression names this local time, without regard to clock changes. */
    public boolean names(LocalDateTime local) {
        return local.equals(ticks.next(local.minusSeconds(1)));
    }

    /** A description in words: {@code At 06:00 on Monday to Friday}. */
    public String words() {
        return CronWords.of(ticks);
    }

    /** Its spelling in six fields that expressions of equal meaning share, with {@code H} resolved. */
    public String normalForm() {
        return NormalForm.of(ticks);
    }

    /** Whether {@code H} makes its times depend on the taskId. */
    public boolean hasHash() {
        return CronSyntax.hasHash(text);
    }

    /** Whether a wildcard in minutes or hours makes it follow real time at clock changes, without gap and fold. */
    public boolean countsElapsedTime() {
        return ticks.elapsed();
    }

    /** What its author may not have meant. */
    public List<CronWarning> warnings(ZoneId zone, Gap gap, Fold fold, Instant now) {
        return new CronWarnings(text, ticks, new CronWarnings.Place(zone, gap, fold)).from(now);
    }

    ZonedTicks in(ZoneId zone, Gap gap, Fold fold) {
        return new ZonedTicks(ticks, zone, gap, fold);
    }

    /** Expressions with equal meanings fire at the same local times. */
    Object meaning() {
        return ticks;
    }

    @Override
    public String toString() {
        return text;
    }
}
