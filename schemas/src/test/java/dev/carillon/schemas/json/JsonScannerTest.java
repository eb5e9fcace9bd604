package dev.carillon.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares Carillon's JSON reader with Jackson: both accept and refuse the same texts. */
class JsonScannerTest {
    private static final int DOCUMENTS = 100_000;
    private static final JsonMapper JACKSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(Json.MAX_DEPTH)
                            .maxNumberLength(100)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @Test
    void takesAndRefusesWhatJacksonDoes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int taken = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            byte[] bytes = document(random).getBytes(StandardCharsets.UTF_8);
            for (int times = random.nextInt(3); times > 0; times--) {
                bytes[random.nextInt(bytes.length)] = someByte(random);
            }
            String shown = new String(bytes, StandardCharsets.ISO_8859_1);
            JsonNode theirs = jackson(bytes);
            boolean ours = refusal(bytes) == null;
            // Jackson guesses other encodings and sometimes repairs broken UTF-8; Carillon never does.
            if (ours || isUtf8(bytes)) {
                assertThat(ours).as("seed %s: %s", seed, shown).isEqualTo(theirs != null);
            }
            if (ours && theirs != null) {
                taken++;
                assertThat(node(JsonScanner.scan(bytes), 0).toString())
                        .as("seed %s: %s", seed, shown)
                        .isEqualTo(theirs.toString());
            }
        }
        assertThat(taken).as("seed %s", seed).isBetween(DOCUMENTS / 10, DOCUMENTS - DOCUMENTS / 10);
    }

    private static boolean isUtf8(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf('\0') < 0 && Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
    }

    private static @Nullable JsonNode jackson(byte[] bytes) {
        try {
            JsonNode node = JACKSON.readTree(bytes);
            return node.isMissingNode() ? null : node;
        } catch (JacksonException e) {
            return null;
        }
    }

    private static @Nullable ContractException refusal(byte[] bytes) {
        return catchThrowableOfType(ContractException.class, () -> JsonScanner.scan(bytes));
    }

    /** Converts the index into Jackson's tree. */
    private static JsonNode node(JsonIndex index, int entry) {
        switch (index.kind(entry)) {
            case JsonIndex.OBJECT -> {
                var object = JACKSON.createObjectNode();
                for (int inner = entry + 1; inner < index.next(entry); inner = index.next(inner)) {
                    object.set(index.name(inner), node(index, inner));
                }
                assertThat(object.size()).isEqualTo(index.size(entry));
                return object;
            }
            case JsonIndex.LIST -> {
                var list = JACKSON.createArrayNode();
                for (int inner = entry + 1; inner < index.next(entry); inner = index.next(inner)) {
                    list.add(node(index, inner));
                }
                assertThat(list.size()).isEqualTo(index.size(entry));
                return list;
            }
            case JsonIndex.STRING -> {
                return JACKSON.getNodeFactory().stringNode(index.text(entry));
            }
            default -> {
                return JACKSON.readTree(index.json(entry));
            }
        }
    }

    private static String document(Random random) {
        StringBuilder text = new StringBuilder();
        value(random, text, 0);
        return random.nextInt(5) == 0 ? " \n" + text + "\t\r " : text.toString();
    }

    private static void value(Random random, StringBuilder text, int depth) {
        switch (random.nextInt(depth > 4 ? 5 : 8)) {
            case 0 -> text.append(random.nextInt(3) == 0 ? "true" : random.nextBoolean() ? "false" : "null");
            case 1 -> text.append(random.nextInt(2_000) - 1_000);
            case 2 ->
                text.append(random.nextInt(100))
                        .append('.')
                        .append(random.nextInt(100))
                        .append("e-3");
            case 3, 4 -> string(random, text);
            case 5 -> {
                text.append('[');
                int size = random.nextInt(4);
                for (int i = 0; i < size; i++) {
                    text.append(i == 0 ? "" : random.nextBoolean() ? "," : " , ");
                    value(random, text, depth + 1);
                }
                text.append(']');
            }
            default -> {
                text.append('{');
                int size = random.nextInt(random.nextInt(10) == 0 ? 90 : 4);
                for (int i = 0; i < size; i++) {
                    text.append(i == 0 ? "" : ",");
                    if (size > 4) {
                        text.append("\"n")
                                .append(random.nextInt(50) == 0 ? 1 : i)
                                .append('"');
                    } else {
                        string(random, text);
                    }
                    text.append(random.nextBoolean() ? ":" : " : ");
                    value(random, text, size > 4 ? 5 : depth + 1);
                }
                text.append('}');
            }
        }
    }

    private static void string(Random random, StringBuilder text) {
        String[] pieces = {
            "a",
            "b",
            "Aa",
            "BB",
            "\\n",
            "\\u0041",
            "\\\"",
            "\\\\",
            "\\/",
            "é",
            "漢",
            "🎹",
            "\\ud83c\\udfb9",
            "\\ud83c",
            " ",
            "longer than eight",
            "\u007f"
        };
        text.append('"');
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        text.append('"');
    }

    private static byte someByte(Random random) {
        byte[] likely = "\"\\{}[],:0123456789eE+-.tfn \n\u0000\u001f".getBytes(StandardCharsets.UTF_8);
        return random.nextInt(4) == 0 ? (byte) random.nextInt(256) : likely[random.nextInt(likely.length)];
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`{\"a\":1,\"a\":2}`                | names the field \"a\" twice in one object at line 1, column 11",
                "`{\"a\":1,\"\\u0061\":2}`          | names the field \"a\" twice",
                "`{\"\\ud83c\\udfb9\":1,\"🎹\":2}` | names the field \"🎹\" twice",
                "`{\"a\":tru}`                      | has \"t\" at line 1, column 6 where a value; the words are true,",
                "`{\"a\":truex}`                    | has \"x\" at line 1, column 10 where the end of the value should be",
                "`{\"a\":1 \"b\":2}`                | where a comma or the end of the object should be",
                "`{a:1}`                            | has \"a\" at line 1, column 2 where a field's name in quotes should be",
                "`[1,2`                             | ends in the middle, at byte 4",
                "`\"abc`                            | ends in the middle",
                "`\"\\x\"`                          | where one of \" \\ / b f n r t u behind the backslash should be",
                "`\"\\u12g4\"`                      | where four hexadecimal digits behind \\u should be",
                "`{\"\\ud83c\":1}`               | has half a character in a field's name at line 1, column 9",
                "`[01]`                             | where a number without a zero in front should be",
            })
    void refusalNamesTheErrorAndItsPosition(String json, String words) {
        ContractException refused = refusal(json.getBytes(StandardCharsets.UTF_8));
        assertThat(refused).as(json).isNotNull();
        assertThat(refused).hasMessageContaining(words);
    }

    @Test
    void aNameTwiceAmongThousandsIsFoundQuickly() {
        StringBuilder text = new StringBuilder("{\"payload\":{");
        for (int i = 0; i < 50_000; i++) {
            text.append('"').append(i).append("\":0,");
        }
        byte[] once = (text + "\"x\":1}}").getBytes(StandardCharsets.UTF_8);
        assertThat(refusal(once)).isNull();
        ContractException twice = refusal((text + "\"49999\":1}}").getBytes(StandardCharsets.UTF_8));
        assertThat(twice).isNotNull();
        assertThat(twice).extracting(ContractException::code).isEqualTo(ErrorCode.DUPLICATE_FIELD);
    }

    @Test
    void whatIsCarriedIsCheckedAndNotIndexed() {
        byte[] json = "{\"payload\":{\"a\":[1,[2]],\"b\":2},\"c\":3}".getBytes(StandardCharsets.UTF_8);
        JsonIndex index = JsonScanner.scan(json);
        assertThat(index.count()).isEqualTo(3);
        assertThat(index.json(1)).isEqualTo("{\"a\":[1,[2]],\"b\":2}");
        assertThat(index.depth(1)).isEqualTo(3);
        assertThat(index.depth(0)).isEqualTo(4);
        assertThat(refusal("{\"payload\":{\"a\":[1,]}}".getBytes(StandardCharsets.UTF_8)))
                .isNotNull();
    }
}
