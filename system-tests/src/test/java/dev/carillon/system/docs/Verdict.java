package dev.carillon.system.docs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to run a block, from the hidden comment before it:
 *
 * <pre>{@code
 * <!-- run -->                              exit code 0, in the shell of this page
 * <!-- run: in=tour exit=1 expect="words" --> in the shell named tour; ends with code 1 and prints these words
 * <!-- run: until="words" within=20 -->     run repeatedly until it prints them, for this many seconds at most
 * <!-- run: background until="words" -->    runs until all blocks have run, then ends on SIGTERM with code 0
 * <!-- run: without="mvn" because="…" -->   leaves out the lines that begin like this
 * <!-- not run: because … -->
 * <!-- output -->                           the text below is what the block before it printed
 * }</pre>
 */
record Verdict(Kind kind, Map<String, List<String>> values, Set<String> flags, String reason) {
    enum Kind {
        RUN,
        NOT_RUN,
        OUTPUT
    }

    private static final Pattern COMMENT =
            Pattern.compile("<!-- *(run|not run|output)(?::(.*?))? *-->", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("([a-z]+)=(?:\"([^\"]*)\"|(\\S+))|([a-z]+)|(\\S+)");
    private static final Set<String> KEYS = Set.of("in", "exit", "expect", "until", "within", "without", "because");
    private static final Set<String> FLAGS = Set.of("background");

    /** Null if the comment is no verdict. */
    static @Nullable Verdict of(String comment) {
        var found = COMMENT.matcher(comment);
        if (!found.matches()) {
            return null;
        }
        String rest = found.group(2) == null ? "" : found.group(2).strip();
        return switch (found.group(1)) {
            case "run" -> run(rest);
            case "not run" -> notRun(rest);
            default -> new Verdict(Kind.OUTPUT, Map.of(), Set.of(), "");
        };
    }

    private static Verdict notRun(String reason) {
        if (reason.length() < 10) {
            throw new IllegalArgumentException("a block that is not run needs a reason");
        }
        return new Verdict(Kind.NOT_RUN, Map.of(), Set.of(), reason);
    }

    private static Verdict run(String rest) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        Set<String> flags = new HashSet<>();
        for (MatchResult word : WORD.matcher(rest).results().toList()) {
            if (word.group(1) != null && KEYS.contains(word.group(1))) {
                String value = word.group(2) != null ? word.group(2) : word.group(3);
                values.computeIfAbsent(word.group(1), key -> new ArrayList<>()).add(value);
            } else if (word.group(4) != null && FLAGS.contains(word.group(4))) {
                flags.add(word.group(4));
            } else {
                throw new IllegalArgumentException("unknown word \"" + word.group() + "\" in: " + rest);
            }
        }
        if (values.containsKey("without") != values.containsKey("because")) {
            throw new IllegalArgumentException("leaving out lines needs a reason: " + rest);
        }
        return new Verdict(Kind.RUN, values, flags, "");
    }

    boolean inBackground() {
        return flags.contains("background");
    }

    String shell(String byDefault) {
        return one("in", byDefault);
    }

    int exit() {
        return Integer.parseInt(one("exit", "0"));
    }

    /** Texts that the output has to contain; a block with until runs again until it does. */
    List<String> words() {
        List<String> words = new ArrayList<>(values.getOrDefault("expect", List.of()));
        words.addAll(values.getOrDefault("until", List.of()));
        return words;
    }

    boolean isRepeated() {
        return values.containsKey("until") && !inBackground();
    }

    int withinSeconds() {
        return Integer.parseInt(one("within", "60"));
    }

    List<String> leftOut() {
        return values.getOrDefault("without", List.of());
    }

    private String one(String key, String byDefault) {
        return values.getOrDefault(key, List.of(byDefault)).get(0);
    }
}
