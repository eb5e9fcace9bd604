package dev.carillon.console.api;

import dev.carillon.console.problem.ConsoleException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Splits a query into its parameters and decodes them. What can't be decoded is refused and never left out, because a
 * request without its {@code dryRun} would write.
 */
final class QueryString {
    private static final int ESCAPE = 3;

    private QueryString() {}

    /**
     * The values by name, in the order of the query.
     *
     * @param query as the request has it, still encoded; null if there is none
     */
    static Map<String, List<String>> parse(@Nullable String query) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (query == null || query.isEmpty()) {
            return values;
        }
        for (String pair : query.split("&", -1)) {
            int end = pair.indexOf('=');
            String name = decoded(end < 0 ? pair : pair.substring(0, end), pair);
            String value = end < 0 ? "" : decoded(pair.substring(end + 1), name);
            values.computeIfAbsent(name, none -> new ArrayList<>()).add(value);
        }
        return values;
    }

    /**
     * Decodes a name or a value.
     *
     * @param field what a refusal names
     */
    private static String decoded(String text, String field) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        int from = 0;
        for (int at = text.indexOf('%'); at >= 0; at = text.indexOf('%', from)) {
            writePlain(bytes, text.substring(from, at));
            bytes.write(escaped(text, at, field));
            from = at + ESCAPE;
        }
        writePlain(bytes, text.substring(from));
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw refused(field, text);
        }
    }

    private static void writePlain(ByteArrayOutputStream bytes, String plain) {
        bytes.writeBytes(plain.replace('+', ' ').getBytes(StandardCharsets.UTF_8));
    }

    private static int escaped(String text, int at, String field) {
        if (at + ESCAPE > text.length()
                || !HexFormat.isHexDigit(text.charAt(at + 1))
                || !HexFormat.isHexDigit(text.charAt(at + 2))) {
            throw refused(field, text);
        }
        return HexFormat.fromHexDigits(text, at + 1, at + ESCAPE);
    }

    private static ConsoleException refused(String field, String text) {
        return RequestParameters.refused(field, text, "it is not well encoded", "UTF-8, percent-encoded");
    }
}
