package dev.carillon.standalone.look;

import dev.carillon.console.api.schedule.Forecast.Fire;
import dev.carillon.console.api.schedule.Forecast.Prospect;
import dev.carillon.console.api.schedule.Foretold;
import dev.carillon.standalone.render.Texts;
import java.time.Instant;
import java.util.Locale;

/** How a schedule stands, as people read it. */
public final class ProspectText {
    private ProspectText() {}

    /** In a word or three. */
    public static String state(Prospect prospect) {
        return switch (prospect.state()) {
            case ACTIVE -> "on";
            case WAITS_FOR_ENDS -> "waits";
            case COMPLETE, PAUSED, PAUSED_BY_FAILURES, NO_DAY_COUNTS, CALENDAR_MISSING, BROKEN ->
                prospect.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    /** When it fires next, or why it does not and what to do about it. */
    public static String next(Foretold foretold, Instant now) {
        Fire next = foretold.next();
        if (next != null) {
            String putOff = next.due().equals(next.at()) ? "" : ", put off from " + next.at();
            return next.due() + " (" + Texts.relative(next.due(), now) + putOff + ")";
        }
        Prospect prospect = foretold.prospect();
        return Texts.oneLine(prospect.words()) + (prospect.step() == null ? "" : "; " + prospect.step());
    }
}
