package dev.carillon.cli.deadletter;

import dev.carillon.client.deadletter.DeadLetterAnswer;
import dev.carillon.client.deadletter.DeadLetterMark;
import dev.carillon.client.deadletter.StoredDeadLetter;
import dev.carillon.insight.words.TextPieces;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Describes a dead letter to a person. */
public final class DeadLetterText {
    private DeadLetterText() {}

    /** How it was replayed or dropped, or else the message of its cause. */
    public static String why(StoredDeadLetter deadLetter, Optional<DeadLetterMark> mark) {
        return TextPieces.shortened(
                mark.map(DeadLetterMark::describe).orElseGet(() -> TextPieces.oneLine(deadLetter.message())));
    }

    /** The whole dead letter, with the command to try next. */
    public static List<String> lines(StoredDeadLetter deadLetter, Optional<DeadLetterMark> mark, boolean replayable) {
        List<String> lines = new ArrayList<>();
        lines.add(deadLetter.position() + "  since " + deadLetter.appended());
        lines.add("  cause   " + TextPieces.oneLine(deadLetter.cause()) + ": "
                + TextPieces.oneLine(deadLetter.message()));
        lines.add("  key     " + (deadLetter.key().isEmpty() ? "none" : TextPieces.oneLine(deadLetter.key())));
        lines.add("  from    " + deadLetter.origin().map(TextPieces::oneLine).orElse("unknown"));
        mark.ifPresent(one -> lines.add("  mark    " + one.describe() + ", " + one.at()));
        deadLetter
                .stored()
                .headers()
                .texts()
                .forEach((name, value) ->
                        lines.add("  header  " + TextPieces.oneLine(name) + ": " + TextPieces.oneLine(value)));
        lines.add("  value");
        value(deadLetter.stored().value()).lines().forEach(line -> lines.add("    " + line));
        if (mark.isEmpty()) {
            lines.add((replayable ? "try: carillon dlq replay " : "try: carillon dlq drop ") + deadLetter.position());
        }
        return lines;
    }

    private static String value(byte @Nullable [] value) {
        if (value == null) {
            return "none";
        }
        Optional<JsonNode> parsed = DeadLetterAnswer.parsed(value);
        if (parsed.isPresent()) {
            return parsed.get().toPrettyString();
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString()
                    .replaceAll("[\\p{Cntrl}\\x80-\\x9f&&[^\n]]", "?");
        } catch (CharacterCodingException e) {
            return value.length + " bytes that are not text, as base64: "
                    + Base64.getEncoder().encodeToString(value);
        }
    }
}
