package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How the constants of an enum are spelled on the wire, worked out once. */
final class Spellings<E extends Enum<E>> {
    private static final ClassValue<Spellings<?>> CHOICES =
            of(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    private static final ClassValue<Spellings<?>> CONSTANTS = of(Enum::name);

    private final E[] values;
    private final String[] words;
    private final byte[][] bytes;

    private Spellings(E[] values, Function<Enum<?>, String> spelling) {
        this.values = values;
        this.words = Arrays.stream(values).map(spelling).toArray(String[]::new);
        this.bytes = Arrays.stream(words)
                .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    private static ClassValue<Spellings<?>> of(Function<Enum<?>, String> spelling) {
        return new ClassValue<>() {
            @Override
            protected Spellings<?> computeValue(Class<?> type) {
                return made(type, spelling);
            }
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Only classes of enums get here.
    private static Spellings<?> made(Class<?> type, Function<Enum<?>, String> spelling) {
        return new Spellings((Enum[]) type.getEnumConstants(), spelling);
    }

    /** In lower case with hyphens. */
    @SuppressWarnings("unchecked")
    static <E extends Enum<E>> Spellings<E> ofChoices(Class<E> type) {
        return (Spellings<E>) CHOICES.get(type);
    }

    /** Exactly as the constants are called. */
    @SuppressWarnings("unchecked")
    static <E extends Enum<E>> Spellings<E> ofConstants(Class<E> type) {
        return (Spellings<E>) CONSTANTS.get(type);
    }

    @SuppressWarnings("EnumOrdinal") // Only an index into an array that was made of the same constants.
    static String ofChoice(Enum<?> value) {
        return CHOICES.get(value.getDeclaringClass()).words[value.ordinal()];
    }

    @Nullable
    E find(byte[] source, int start, int end) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i].length == end - start && Arrays.equals(bytes[i], 0, bytes[i].length, source, start, end)) {
                return values[i];
            }
        }
        return null;
    }

    E find(String field, String text) {
        for (int i = 0; i < words.length; i++) {
            if (words[i].equals(text)) {
                return values[i];
            }
        }
        String known = String.join(", ", words);
        throw new ContractException(
                ErrorCode.UNKNOWN_VALUE,
                field,
                ContractException.shown(text) + " is not known",
                "use one of " + known,
                known);
    }
}
