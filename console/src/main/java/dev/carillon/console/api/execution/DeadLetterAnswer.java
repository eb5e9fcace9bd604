package dev.carillon.console.api.execution;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.carillon.client.deadletter.DeadLetterPosition;
import dev.carillon.console.history.deadletter.DeadLetterEntry;
import dev.carillon.console.history.run.RecordPlace;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as JSON.
 *
 * @param replayedAs the key of its replay
 * @param origin where the record lay
 */
record DeadLetterAnswer(
        String position,
        Instant appended,
        String key,
        String cause,
        String message,
        DeadLetterEntry.Standing standing,
        @Nullable String replayedAs,
        @Nullable Place origin) {

    /** The position of a record. */
    record Place(String topic, int partition, long offset) {
        static Place of(RecordPlace place) {
            return new Place(place.topic(), place.partition(), place.offset());
        }
    }

    /**
     * A dead letter with the record that it holds.
     *
     * @param whyNot null if it is replayable
     */
    record Detail(
            @JsonUnwrapped DeadLetterAnswer letter,
            RecordAnswer record,
            boolean replayable,
            @Nullable String whyNot) {}

    static DeadLetterAnswer of(DeadLetterEntry letter) {
        DeadLetterPosition position = new DeadLetterPosition(
                letter.place().partition(), letter.place().offset());
        return new DeadLetterAnswer(
                position.toString(),
                letter.place().appended(),
                letter.key(),
                letter.cause(),
                letter.message(),
                letter.standing(),
                letter.replayedAs(),
                letter.origin() == null ? null : Place.of(letter.origin()));
    }
}
