package dev.carillon.standalone.deadletter;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
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
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A dead letter in words and in JSON. */
public final class LetterWords {
    private LetterWords() {}

    /** Why it lies there, or what became of it since. */
    public static String why(Letter letter, Optional<Mark> mark) {
        return Texts.shortened(mark.map(Mark::words).orElseGet(() -> Texts.oneLine(letter.message())));
    }

    /** For a list. */
    public static ObjectNode json(Letter letter, Optional<Mark> mark) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("position", letter.position().toString());
        node.put("appended", letter.appended().toString());
        node.put("key", letter.key());
        node.put("cause", letter.cause());
        node.put("message", letter.message());
        letter.origin().ifPresent(origin -> node.put("origin", origin));
        mark.ifPresent(one -> node.put("mark", one.words()));
        return node;
    }

    /** With headers and value. */
    public static ObjectNode whole(Letter letter, Optional<Mark> mark) {
        ObjectNode node = json(letter, mark);
        ObjectNode headers = node.putObject("headers");
        letter.stored().headers().forEach(headers::put);
        byte[] value = letter.stored().value();
        if (value != null) {
            Optional<JsonNode> parsed = parsed(value);
            if (parsed.isPresent()) {
                node.set("value", parsed.get());
            } else {
                node.put("valueBase64", Base64.getEncoder().encodeToString(value));
            }
        }
        return node;
    }

    /** What became of one that was replayed or dropped. */
    public static ObjectNode json(Disposal disposal, String done) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("position", disposal.letter().position().toString());
        node.put("oldKey", disposal.letter().key());
        node.put("done", disposal.refused() == null ? done : "refused");
        if (disposal.key() != null) {
            node.put("key", disposal.key());
        }
        if (disposal.refused() != null) {
            node.put("why", disposal.refused());
        }
        return node;
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
        Optional<JsonNode> parsed = parsed(value);
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

    private static Optional<JsonNode> parsed(byte[] value) {
        try {
            return Optional.of(Json.read(value));
        } catch (ContractException e) {
            return Optional.empty(); // Safe: it is shown as it is, which may be why it is here.
        }
    }
}
