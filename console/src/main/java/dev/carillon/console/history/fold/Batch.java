package dev.carillon.console.history.fold;

import dev.carillon.schemas.key.ExecutionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What many records say, put together by what they speak of, so that each row is touched once. */
public final class Batch {
    private final Map<ExecutionKey, List<News.OfRun>> runs = new LinkedHashMap<>();
    private final Map<ExecutionKey, List<News.OfLog>> logs = new LinkedHashMap<>();
    private final Map<String, News.OfSchedule> schedules = new LinkedHashMap<>();
    private final Map<String, News.OfWorker> workers = new LinkedHashMap<>();
    private final List<News> others = new ArrayList<>();
    private @Nullable Instant newest;
    private int size;

    /** Adds what one record says. */
    public void add(List<News> news, Instant appended) {
        size++;
        if (newest == null || newest.isBefore(appended)) {
            newest = appended;
        }
        news.forEach(this::add);
    }

    private void add(News news) {
        if (news instanceof News.OfRun run) {
            runs.computeIfAbsent(run.key(), none -> new ArrayList<>(4)).add(run);
        } else if (news instanceof News.OfLog log) {
            logs.computeIfAbsent(log.key(), none -> new ArrayList<>(2)).add(log);
        } else if (news instanceof News.OfSchedule schedule) {
            schedules.merge(schedule.taskId(), schedule, (a, b) -> a.version() > b.version() ? a : b);
        } else if (news instanceof News.OfWorker worker) {
            workers.merge(worker.workerId(), worker, (a, b) -> a.heard().isAfter(b.heard()) ? a : b);
        } else {
            others.add(news);
        }
    }

    public Map<ExecutionKey, List<News.OfRun>> runs() {
        return runs;
    }

    /** Of executions that are among {@link #runs}, too. */
    public Map<ExecutionKey, List<News.OfLog>> logs() {
        return logs;
    }

    public Map<String, News.OfSchedule> schedules() {
        return schedules;
    }

    public Map<String, News.OfWorker> workers() {
        return workers;
    }

    /** Letters, marks, and what the trigger says of schedules. */
    public List<News> others() {
        return others;
    }

    /** Append time of the newest record. */
    public @Nullable Instant newest() {
        return newest;
    }

    /** How many records it is made of. */
    public int size() {
        return size;
    }

    /** Tells an execution what the batch has of it. */
    public static void tell(RunFacts facts, List<News.OfRun> news) {
        for (News.OfRun run : news) {
            facts.heard(run.stamp());
            String topic = run.topic();
            if (topic != null) {
                facts.places().add(run.stamp(), topic);
            }
            run.telling().tell(facts);
        }
    }
}
