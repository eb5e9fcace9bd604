package dev.carillon.standalone.look;

import dev.carillon.console.api.schedule.ScheduleForecast;
import dev.carillon.console.api.schedule.ScheduleForecaster.Fire;
import dev.carillon.console.api.schedule.ScheduleForecaster.Prospect;
import dev.carillon.standalone.render.TextPieces;
import java.time.Instant;
import java.util.Locale;

/** Formats the state and the next fire time of a schedule. */
public final class ProspectText {
    private ProspectText() {}

    /** The state in one to three words. */
    public static String state(Prospect prospect) {
        return switch (prospect.state()) {
            case ACTIVE -> "on";
            case WAITS_FOR_ENDS -> "waits";
            case COMPLETE, PAUSED, PAUSED_BY_FAILURES, NO_DAY_COUNTS, CALENDAR_MISSING, BROKEN ->
                prospect.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    /** When it fires next, or why it does not and what to do about it. */
    public static String next(ScheduleForecast forecast, Instant now) {
        Fire next = forecast.next();
        if (next != null) {
            String putOff = next.due().equals(next.at()) ? "" : ", put off from " + next.at();
            return next.due() + " (" + TextPieces.relative(next.due(), now) + putOff + ")";
        }
        Prospect prospect = forecast.prospect();
        return TextPieces.oneLine(prospect.words()) + (prospect.step() == null ? "" : "; " + prospect.step());
    }
}
