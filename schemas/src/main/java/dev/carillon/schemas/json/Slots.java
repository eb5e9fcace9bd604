package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * One level of a JSON document, each value as the range of bytes that it occupies. Deeper levels are checked (grammar,
 * depth, duplicates) but not built, so that a payload costs no objects and keeps its exact spelling.
 */
final class Slots {
    private Slots() {}

    /** A value by its first token and its bytes; strings have their text. Nobody compares slots. */
    @SuppressWarnings("ArrayRecordComponent")
    record Slot(
            byte[] source,
            JsonToken token,
            int start,
            int end,
            @Nullable String text) {
        boolean isNull() {
            return token == JsonToken.VALUE_NULL;
        }

        boolean isString() {
            return token == JsonToken.VALUE_STRING;
        }

        boolean isNumber() {
            return token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT;
        }

        byte[] bytes() {
            return Arrays.copyOfRange(source, start, end);
        }

        /** How many objects and lists lie within each other here; the text was found to be JSON before. */
        int depth() {
            int depth = 0;
            int deepest = 0;
            boolean quoted = false;
            for (int i = start; i < end; i++) {
                byte b = source[i];
                if (quoted && b == '\\') {
                    i++;
                } else if (b == '"') {
                    quoted = !quoted;
                } else if (!quoted && (b == '{' || b == '[')) {
                    deepest = Math.max(deepest, ++depth);
                } else if (!quoted && (b == '}' || b == ']')) {
                    depth--;
                }
            }
            return deepest;
        }

        /** As it stands in the document. */
        String json() {
            return new String(source, start, end - start, StandardCharsets.UTF_8);
        }

        String kind() {
            return switch (token) {
                case START_OBJECT -> "an object";
                case START_ARRAY -> "a list";
                case VALUE_STRING -> "the string";
                case VALUE_TRUE, VALUE_FALSE -> "the boolean";
                case VALUE_NULL -> "null";
                default -> "the number";
            };
        }
    }

    /** The one value that the bytes hold, behind and before which is nothing but white space. */
    static Slot document(byte[] source) {
        Utf8.check(source);
        try (JsonParser parser = Json.parser(source, 0, source.length)) {
            if (parser.nextToken() == null) {
                throw new ContractException(ErrorCode.BAD_JSON, "value", "is blank", "send one JSON object in UTF-8");
            }
            Slot slot = slot(parser, source, 0);
            if (parser.nextToken() != null) {
                throw new ContractException(
                        ErrorCode.BAD_JSON,
                        "value",
                        "goes on behind its end at byte " + slot.end,
                        "send one JSON object a record");
            }
            return slot;
        } catch (JacksonException e) {
            throw Json.unreadable(e);
        }
    }

    static Map<String, Slot> ofObject(Slot object) {
        Map<String, Slot> slots = new LinkedHashMap<>();
        try (JsonParser parser = Json.parser(object.source, object.start, object.end - object.start)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                slots.put(name, slot(parser, object.source, object.start));
            }
        } catch (JacksonException e) {
            throw Json.unreadable(e);
        }
        return slots;
    }

    static List<Slot> ofList(Slot list) {
        List<Slot> slots = new ArrayList<>();
        try (JsonParser parser = Json.parser(list.source, list.start, list.end - list.start)) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                slots.add(slot(parser, list.source, list.start));
            }
        } catch (JacksonException e) {
            throw Json.unreadable(e);
        }
        return slots;
    }

    private static Slot slot(JsonParser parser, byte[] source, int base) {
        JsonToken token = parser.currentToken();
        int start = base + (int) parser.currentTokenLocation().getByteOffset();
        String text = null;
        if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
            parser.skipChildren();
        } else if (token == JsonToken.VALUE_STRING) {
            text = parser.getString();
        }
        int end = base + (int) parser.currentLocation().getByteOffset();
        return new Slot(source, token, start, end, text);
    }
}
