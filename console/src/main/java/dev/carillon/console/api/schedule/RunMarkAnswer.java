package dev.carillon.console.api.schedule;

import dev.carillon.console.history.schedule.RunMark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run of a schedule as JSON. */
record RunMarkAnswer(
        String key,
        String state,
        Instant at,
        long attempts,
        @Nullable Duration tookMs) {
    static List<RunMarkAnswer> list(List<RunMark> runs) {
        return runs.stream()
                .map(run -> new RunMarkAnswer(
                        run.key().toString(), run.state().name(), run.at(), run.attempts(), run.took()))
                .toList();
    }
}
