package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The spellings of an enum's constants in JSON, computed once per enum. */
final class EnumSpellings<E extends Enum<E>> {
    private static final ClassValue<EnumSpellings<?>> CHOICES =
            of(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    private static final ClassValue<EnumSpellings<?>> CONSTANTS = of(Enum::name);

    private final E[] values;
    private final String[] words;
    private final byte[][] bytes;

    private EnumSpellings(E[] values, Function<Enum<?>, String> spelling) {
        this.values = values;
        this.words = Arrays.stream(values).map(spelling).toArray(String[]::new);
        this.bytes = Arrays.stream(words)
                .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    private static ClassValue<EnumSpellings<?>> of(Function<Enum<?>, String> spelling) {
        return new ClassValue<>() {
            @Override
            protected EnumSpellings<?> computeValue(Class<?> type) {
                return made(type, spelling);
            }
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Called with enum classes only.
    private static EnumSpellings<?> made(Class<?> type, Function<Enum<?>, String> spelling) {
        return new EnumSpellings((Enum[]) type.getEnumConstants(), spelling);
    }

    /** Spelled in lower case with hyphens. */
    @SuppressWarnings("unchecked")
    static <E extends Enum<E>> EnumSpellings<E> ofChoices(Class<E> type) {
        return (EnumSpellings<E>) CHOICES.get(type);
    }

    /** Spelled exactly as the constants' names. */
    @SuppressWarnings("unchecked")
    static <E extends Enum<E>> EnumSpellings<E> ofConstants(Class<E> type) {
        return (EnumSpellings<E>) CONSTANTS.get(type);
    }

    @SuppressWarnings("EnumOrdinal") // Only the index into an array of the same constants.
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
