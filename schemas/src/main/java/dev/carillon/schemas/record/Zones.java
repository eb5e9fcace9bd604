package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Texts;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.regex.Pattern;

/** The rule for time zones: a name of the IANA data base, or an offset. */
final class Zones {
    private static final Pattern SPELLING = Pattern.compile("[A-Za-z0-9+-][A-Za-z0-9._+:/~-]*");

    private Zones() {}

    /**
     * A zone as it may be spelled. Whether it exists differs from one JVM to another and from one year to the next, and a
     * record that lies there for years has to be readable all the same; whoever plans with the zone asks for that.
     */
    static String spelled(String field, String zone) {
        if (!SPELLING.matcher(Texts.word(field, zone)).matches()) {
            throw unknown(field, zone);
        }
        return zone;
    }

    /** A zone that exists here. */
    static String check(String field, String zone) {
        try {
            ZoneId.of(Texts.word(field, zone));
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
