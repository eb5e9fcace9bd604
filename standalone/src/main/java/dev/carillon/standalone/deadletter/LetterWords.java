package dev.carillon.standalone.deadletter;

import dev.carillon.client.deadletter.Letter;
import dev.carillon.client.deadletter.LetterJson;
import dev.carillon.client.deadletter.Mark;
import dev.carillon.standalone.render.Texts;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A dead letter in words. */
public final class LetterWords {
    private LetterWords() {}

    /** Why it lies there, or what became of it since. */
    public static String why(Letter letter, Optional<Mark> mark) {
        return Texts.shortened(mark.map(Mark::words).orElseGet(() -> Texts.oneLine(letter.message())));
    }

    /** All of it, for people. */
    public static List<String> lines(Letter letter, Optional<Mark> mark, boolean replayable) {
        List<String> lines = new ArrayList<>();
        lines.add(letter.position() + "  since " + letter.appended());
        lines.add("  cause   " + letter.cause() + ": " + Texts.oneLine(letter.message()));
        lines.add("  key     " + (letter.key().isEmpty() ? "none" : Texts.oneLine(letter.key())));
        lines.add("  from    " + letter.origin().map(Texts::oneLine).orElse("no record led to it"));
        mark.ifPresent(one -> lines.add("  since   " + one.words() + ", " + one.at()));
        letter.stored()
                .headers()
                .forEach((name, value) -> lines.add("  header  " + name + ": " + Texts.oneLine(value)));
        lines.add("  value");
        value(letter.stored().value()).lines().forEach(line -> lines.add("    " + line));
        if (mark.isEmpty()) {
            lines.add((replayable ? "try: carillon dlq replay " : "try: carillon dlq drop ") + letter.position());
        }
        return lines;
    }

    private static String value(byte @Nullable [] value) {
        if (value == null) {
            return "none";
        }
        Optional<JsonNode> parsed = LetterJson.parsed(value);
        if (parsed.isPresent()) {
            return parsed.get().toPrettyString();
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString()
                    .replaceAll("[\\p{Cntrl}&&[^\n]]", "?");
        } catch (CharacterCodingException e) {
            return value.length + " bytes that are no text, in base64: "
                    + Base64.getEncoder().encodeToString(value);
        }
    }
}
