package dev.carillon.schemas.contract;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Damages bytes as disks, faulty programs and attackers do. */
final class Mutations {
    private static final Pattern TOKEN =
            Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"|-?[0-9][0-9.eE+-]*|true|false|null");
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "-0",
            "-0.0",
            "1.0",
            "1e0",
            "1.5",
            "-1",
            "NaN",
            "Infinity",
            "1e999999999",
            "1e-999999999",
            "1e99999999999999",
            "9223372036854775807",
            "9223372036854775808",
            "9".repeat(99),
            "9".repeat(5_000),
            "0e999999999",
            "01",
            "+1",
            "\"\"",
            "\" \"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"\\udc00\\ud800\"",
            "\"😀\"",
            "\"é\"",
            "\"\\\"",
            "\"x\"",
            "\"2026-11-18T06:00:00Z\"",
            "\"2026-11-18T06:00:00.000Z\"",
            "\"+1000000000-12-31T23:59:59Z\"",
            "\"-0001-01-01T00:00:00Z\"",
            "\"9999-12-31T23:59:59.999999999Z\"",
            "\"1d\"",
            "\"PT-0.000000001S\"",
            "\"999999999999d\"",
            "\"P106751991167300DT15H30M7S\"",
            "\"a:2026-11-18T06:00:00Z/0\"",
            "\"a:2026-11-18T06:00:00Z~\"",
            "[]",
            "{}",
            "[[[[[[]]]]]]",
            "{\"a\":1,\"a\":2}",
            "[".repeat(200),
            "[".repeat(200) + "]".repeat(200));

    private final Random random;

    Mutations(Random random) {
        this.random = random;
    }

    byte[] mutate(byte[] bytes) {
        if (bytes.length == 0) {
            return bytes;
        }
        return switch (random.nextInt(10)) {
            case 0 -> flip(bytes);
            case 1 -> overwrite(bytes);
            case 2 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 3 -> insert(bytes, new byte[] {(byte) random.nextInt(256)});
            case 4 -> delete(bytes);
            case 5 -> repeat(bytes);
            default -> token(bytes);
        };
    }

    private byte[] flip(byte[] bytes) {
        byte[] copy = bytes.clone();
        copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
        return copy;
    }

    private byte[] overwrite(byte[] bytes) {
        byte[] copy = bytes.clone();
        copy[random.nextInt(copy.length)] = (byte) random.nextInt(256);
        return copy;
    }

    private byte[] delete(byte[] bytes) {
        int from = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(8));
        return joined(Arrays.copyOf(bytes, from), new byte[0], Arrays.copyOfRange(bytes, to, bytes.length));
    }

    /** Inserts a copy of a part of the document elsewhere, which doubles fields and brackets. */
    private byte[] repeat(byte[] bytes) {
        int from = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(40));
        return insert(bytes, Arrays.copyOfRange(bytes, from, to));
    }

    private byte[] insert(byte[] bytes, byte[] more) {
        int at = random.nextInt(bytes.length + 1);
        return joined(Arrays.copyOf(bytes, at), more, Arrays.copyOfRange(bytes, at, bytes.length));
    }

    /** Replaces a token by another value, or by another field's name or value; mostly the result is still JSON. */
    private byte[] token(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        List<int[]> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            tokens.add(new int[] {matcher.start(), matcher.end()});
        }
        if (tokens.isEmpty()) {
            return flip(bytes);
        }
        int[] place = tokens.get(random.nextInt(tokens.size()));
        int[] other = tokens.get(random.nextInt(tokens.size()));
        byte[] value = random.nextInt(3) == 0
                ? Arrays.copyOfRange(bytes, other[0], other[1])
                : VALUES.get(random.nextInt(VALUES.size())).getBytes(StandardCharsets.UTF_8);
        return joined(Arrays.copyOf(bytes, place[0]), value, Arrays.copyOfRange(bytes, place[1], bytes.length));
    }

    private static byte[] joined(byte[] before, byte[] middle, byte[] after) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream(before.length + middle.length + after.length);
        joined.writeBytes(before);
        joined.writeBytes(middle);
        joined.writeBytes(after);
        return joined.toByteArray();
    }
}
