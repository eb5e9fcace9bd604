package dev.carillon.schemas.schedule;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.TextRules;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.regex.Pattern;

/** The rule for time zones: a name of the IANA data base, or an offset. */
final class ZoneNames {
    private static final Pattern SPELLING = Pattern.compile("[A-Za-z0-9+-][A-Za-z0-9._+:/~-]*");

    private ZoneNames() {}

    /**
     * Checks only the spelling of a zone. Which zones exist differs between JVMs and over the years, but old records
     * must stay readable; code that plans with the zone checks that it exists.
     */
    static String spelled(String field, String zone) {
        if (!SPELLING.matcher(TextRules.word(field, zone)).matches()) {
            throw unknown(field, zone);
        }
        return zone;
    }

    /** Checks that a zone exists in this JVM. */
    static String check(String field, String zone) {
        try {
            ZoneId.of(TextRules.word(field, zone));
            return zone;
        } catch (DateTimeException e) {
            throw unknown(field, zone);
        }
    }

    private static ContractException unknown(String field, String zone) {
        return new ContractException(
                ErrorCode.BAD_ZONE,
                field,
                ContractException.shown(zone) + " is not a time zone",
                "write it like Europe/Berlin, UTC or +02:00");
    }
}
