package dev.carillon.console.api;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.config.NearestWord;
import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Instants;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Values of a query or of the headers; each is checked when it is read, and a refusal names it. */
public final class RequestParameters {
    private final Function<String, List<String>> values;

    private RequestParameters(Function<String, List<String>> values) {
        this.values = values;
    }

    static RequestParameters none() {
        return new RequestParameters(name -> List.of());
    }

    static RequestParameters ofHeaders(Function<String, @Nullable String> header) {
        return new RequestParameters(name -> {
            String value = header.apply(name);
            return value == null ? List.of() : List.of(value);
        });
    }

    /**
     * The parameters of a query; an unknown one is refused.
     *
     * @param encoded as the request has it; null if there is none
     */
    static RequestParameters ofQuery(@Nullable String encoded, Set<String> known) {
        Map<String, List<String>> query = QueryString.parse(encoded);
        for (Map.Entry<String, List<String>> one : query.entrySet()) {
            if (!known.contains(one.getKey())) {
                String name = one.getKey();
                String hint = NearestWord.to(name, known)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("");
                throw new ConsoleException(
                        ConsoleProblem.UNKNOWN_PARAMETER,
                        "this path has no parameter " + ContractException.shown(name) + hint,
                        name,
                        String.join(",", one.getValue()),
                        known.isEmpty() ? "no parameters" : String.join(", ", new TreeSet<>(known)));
            }
        }
        return new RequestParameters(name -> query.getOrDefault(name, List.of()));
    }

    private @Nullable String one(String name) {
        List<String> found = values.apply(name);
        if (found.size() > 1) {
            throw refused(name, String.join(",", found), "it is given " + found.size() + " times", "once");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** A text of one line that is not blank. */
    public @Nullable String text(String name, int maxLength) {
        String value = one(name);
        if (value == null) {
            return null;
        }
        String limit = "1 to " + maxLength + " characters without control characters";
        if (value.isBlank()
                || value.codePointCount(0, value.length()) > maxLength
                || value.chars().anyMatch(Character::isISOControl)) {
            throw refused(name, value, "it is blank, too long, or has control characters", limit);
        }
        return value;
    }

    /** A text that is required. */
    public String requiredText(String name, int maxLength) {
        String value = text(name, maxLength);
        if (value == null) {
            throw new ConsoleException(
                    ConsoleProblem.BAD_PARAMETER, name + " is missing", name, "", "1 to " + maxLength + " characters");
        }
        return value;
    }

    /** A value checked by a rule of the contract. */
    public <T> @Nullable T parsed(String name, Function<String, T> rule) {
        String value = one(name);
        return value == null ? null : rule.apply(value);
    }

    public long number(String name, long byDefault, long min, long max) {
        String value = one(name);
        if (value == null) {
            return byDefault;
        }
        String limit = "a whole number from " + min + " to " + max;
        if (!value.matches("-?[0-9]{1,18}")) {
            throw refused(name, value, "it is not a whole number", limit);
        }
        long number = Long.parseLong(value);
        if (number < min || number > max) {
            throw refused(name, value, "it is out of range", limit);
        }
        return number;
    }

    public boolean flag(String name) {
        String value = one(name);
        if (value == null || value.equals("false")) {
            return false;
        }
        if (!value.equals("true")) {
            throw refused(name, value, "it is neither true nor false", "true or false");
        }
        return true;
    }

    public @Nullable Instant instant(String name) {
        String value = one(name);
        try {
            return value == null ? null : Instants.parse(name, ErrorCode.OUT_OF_RANGE, value);
        } catch (ContractException e) {
            throw refused(name, value, "it is not an instant", "an instant like 2026-11-18T06:00:00Z");
        }
    }

    public @Nullable LocalDate day(String name) {
        String value = one(name);
        try {
            return value == null ? null : LocalDate.parse(value);
        } catch (DateTimeException e) {
            throw refused(name, value, "it is not a date", "a date like 2026-11-18");
        }
    }

    public Duration duration(String name, Duration byDefault, Duration min, Duration max) {
        String value = one(name);
        if (value == null) {
            return byDefault;
        }
        String limit = "a duration from " + DurationText.format(min) + " to " + DurationText.format(max);
        Duration duration;
        try {
            duration = Durations.parse(name, value);
        } catch (ContractException e) {
            throw refused(name, value, "it is not a duration like 90s, 5m or 7d", limit);
        }
        if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw refused(name, value, "it is out of range", limit);
        }
        return duration;
    }

    /** One of a closed list, spelled as records spell it: in lower case with hyphens. */
    public <E extends Enum<E>> @Nullable E choice(String name, Class<E> kind) {
        String value = one(name);
        return value == null ? null : known(name, value, kind, Fields::spelled);
    }

    /** One of a closed list of statuses and states, which are spelled in capitals. */
    public <E extends Enum<E>> @Nullable E constant(String name, Class<E> kind) {
        String value = one(name);
        return value == null ? null : known(name, value, kind, Enum::name);
    }

    /** Several of {@link #constant}, separated by commas. */
    public <E extends Enum<E>> Set<E> constants(String name, Class<E> kind) {
        Set<E> found = EnumSet.noneOf(kind);
        String value = one(name);
        if (value != null) {
            for (String part : value.split(",", -1)) {
                found.add(known(name, part, kind, Enum::name));
            }
        }
        return found;
    }

    private static <E extends Enum<E>> E known(String name, String value, Class<E> kind, Function<E, String> spelling) {
        List<String> known = new ArrayList<>();
        for (E one : Objects.requireNonNull(kind.getEnumConstants())) {
            if (spelling.apply(one).equals(value)) {
                return one;
            }
            known.add(spelling.apply(one));
        }
        throw refused(name, value, "it is unknown", "one of " + String.join(", ", known));
    }

    /** The refusal of a value. */
    public static ConsoleException refused(String name, @Nullable String value, String why, String limit) {
        return new ConsoleException(
                ConsoleProblem.BAD_PARAMETER,
                name + " " + ContractException.shown(value) + ": " + why + "; write " + limit,
                name,
                value,
                limit);
    }
}
