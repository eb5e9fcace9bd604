package dev.carillon.cli.schedule;

import dev.carillon.insight.words.TextPieces;
import dev.carillon.timing.forecast.FiringProspect;
import dev.carillon.timing.forecast.PlannedFire;
import dev.carillon.timing.forecast.ScheduleForecast;
import java.time.Instant;
import java.util.Locale;

/** Formats the state and the next fire time of a schedule. */
public final class ProspectText {
    private ProspectText() {}

    /** The state in one to three words. */
    public static String state(FiringProspect prospect) {
        return switch (prospect.kind()) {
            case ACTIVE -> "on";
            case WAITS_FOR_ENDS -> "waits";
            case COMPLETE, PAUSED, PAUSED_BY_FAILURES, NO_DAY_COUNTS, CALENDAR_MISSING, BROKEN ->
                prospect.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    /** When it fires next, or why it does not and what to do about it. */
    public static String next(ScheduleForecast forecast, Instant now) {
        PlannedFire next = forecast.next();
        if (next != null) {
            String putOff = next.due().equals(next.at()) ? "" : ", put off from " + next.at();
            return next.due() + " (" + TextPieces.relative(next.due(), now) + putOff + ")";
        }
        FiringProspect prospect = forecast.prospect();
        return TextPieces.oneLine(prospect.words()) + (prospect.step() == null ? "" : "; " + prospect.step());
    }
}
