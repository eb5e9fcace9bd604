package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Texts;
import java.time.DateTimeException;
import java.time.ZoneId;

/** The rule for time zones: a name of the IANA data base, or an offset. */
final class Zones {
    private Zones() {}

    static String check(String field, String zone) {
        try {
            ZoneId.of(Texts.word(field, zone));
            return zone;
        } catch (DateTimeException e) {
            throw new ContractException(
                    ErrorCode.BAD_ZONE,
                    field,
                    ContractException.shown(zone) + " is not a time zone",
                    "write it like Europe/Berlin, UTC or +02:00");
        }
    }
}
