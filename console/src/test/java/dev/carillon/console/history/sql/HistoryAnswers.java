package dev.carillon.console.history.sql;

import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.run.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a history answers about all its executions. */
public final class HistoryAnswers {
    private HistoryAnswers() {}

    public static List<Run> all(Runs runs) {
        return all(runs, RunFilter.ALL, 50);
    }

    /** The runs of every page. */
    public static List<Run> all(Runs runs, RunFilter filter, int limit) {
        List<Run> all = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            ResultPage<Run> page = runs.find(filter, cursor, limit);
            all.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    /** Every answer about every execution, by its key. */
    public static Map<String, String> of(Runs runs) {
        Map<String, String> answers = new TreeMap<>();
        for (Run run : all(runs)) {
            answers.put(
                    run.key().toString(),
                    run + "\n" + runs.get(run.key()).orElseThrow() + "\n" + runs.records(run.key()) + "\n"
                            + runs.log(run.key(), 0, 0, 100));
        }
        return answers;
    }
}
