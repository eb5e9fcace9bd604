package dev.carillon.system.docs;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One fenced block of a page. */
record Block(
        String page,
        int line,
        String language,
        String text,
        @Nullable Verdict verdict) {
    boolean isShell() {
        return List.of("sh", "bash", "shell", "console").contains(language);
    }

    boolean is(Verdict.Kind kind) {
        return verdict != null && verdict.kind() == kind;
    }

    Verdict judged() {
        if (verdict == null) {
            throw new IllegalStateException(where() + " has no verdict");
        }
        return verdict;
    }

    String where() {
        return page + ":" + line;
    }

    /** The commands to run, without the lines that the verdict leaves out. */
    String commands() {
        return text.lines()
                .filter(line -> judged().leftOut().stream().noneMatch(line::startsWith))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
