package dev.carillon.system.checker;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.read.Executions;
import dev.carillon.system.checker.read.Run;
import dev.carillon.system.checker.read.SliceChain;
import dev.carillon.system.checker.read.TickBook;
import dev.carillon.system.checker.read.TickBook.Ticks;
import dev.carillon.system.checker.read.VersionLine;
import dev.carillon.system.checker.seen.ResultSeen;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.checker.seen.SliceSeen;
import dev.carillon.system.checker.seen.TaskSeen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** G1: each request to skip the next tick skips exactly one tick. */
final class SkipNextCheck {
    private final Run run;
    private final CheckerOptions options;
    /** The watermarks at which requests were applied, by taskId. */
    private final Map<String, List<DecidedUpTo>> requests = new HashMap<>();

    SkipNextCheck(Run run, Executions executions, SliceChain chain, CheckerOptions options) {
        this.run = run;
        this.options = options;
        for (SliceSeen seen : chain.slices()) {
            long from = seen.slice().from().control();
            long to = seen.slice().to().control();
            for (SeenRecord record : run.in(this.run.names().control())) {
                Command command = read(record);
                boolean applied = record.offset() >= from && record.offset() < to;
                if (command != null
                        && applied
                        && executions.deadLettersOf(record).isEmpty()) {
                    requests.computeIfAbsent(command.subject(), name -> new ArrayList<>())
                            .add(seen.slice().before());
                }
            }
        }
    }

    private static @Nullable Command read(SeenRecord record) {
        try {
            byte[] value = record.value();
            Command command = value == null ? null : Kind.COMMAND.decode(value);
            return command != null && command.command() == CommandKind.SKIP_NEXT ? command : null;
        } catch (ContractException e) {
            return null; // PutAsideCheck checks that it became a dead letter.
        }
    }

    void look(TickBook book, Findings findings) {
        book.all().forEach((taskId, ticks) -> {
            List<DecidedUpTo> commands = requests.getOrDefault(taskId, List.of());
            SortedMap<Instant, ResultSeen> requested = requested(ticks);
            findings.count(CountNames.SKIPS_REQUESTED, requested.size());
            checkHasRequest(taskId, ticks, commands, requested, findings);
            checkRequestsFollowed(taskId, ticks, commands, requested, findings);
        });
    }

    private static SortedMap<Instant, ResultSeen> requested(Ticks ticks) {
        SortedMap<Instant, ResultSeen> found = new TreeMap<>();
        for (ResultSeen seen : ticks.skipped) {
            SkippedRange range = seen.result().skipped();
            if (range != null && range.reason() == SkipReason.REQUESTED) {
                ticks.instantsIn(range).forEach(instant -> found.put(instant, seen));
            }
        }
        return found;
    }

    /** Each tick that is skipped as requested has a request before it. */
    private static void checkHasRequest(
            String taskId,
            Ticks ticks,
            List<DecidedUpTo> commands,
            SortedMap<Instant, ResultSeen> requested,
            Findings findings) {
        int number = 0;
        for (Map.Entry<Instant, ResultSeen> skip : requested.entrySet()) {
            number++;
            VersionLine line = ticks.line(skip.getKey());
            Instant latest = line == null ? skip.getKey() : skip.getKey().plus(line.widest());
            long before = commands.stream()
                    .filter(command -> command.compareTo(new DecidedUpTo(latest, taskId)) < 0)
                    .count();
            if (before < number) {
                findings.violated(
                        Guarantee.G1,
                        taskId + ":" + skip.getKey(),
                        skip.getValue().at(),
                        "is skipped as requested, the " + number + ". one after " + before + " requests");
            }
        }
    }

    /**
     * No tick becomes a task while a request waits. Checked only where the next tick is certain: without jitter and
     * calendar, in time, and within one line of versions.
     */
    private void checkRequestsFollowed(
            String taskId,
            Ticks ticks,
            List<DecidedUpTo> commands,
            SortedMap<Instant, ResultSeen> requested,
            Findings findings) {
        SortedMap<Instant, @Nullable TaskSeen> decided = new TreeMap<>();
        requested.keySet().forEach(instant -> decided.put(instant, null));
        ticks.dispatched.forEach((instant, tasks) -> decided.putIfAbsent(instant, tasks.get(0)));
        List<DecidedUpTo> waiting = new ArrayList<>(commands);
        decided.forEach((instant, task) -> {
            DecidedUpTo tick = new DecidedUpTo(instant, taskId);
            VersionLine line = ticks.line(instant);
            waiting.removeIf(command -> line != null && command.compareTo(tick) < 0 && !line.covers(command));
            boolean requestWaits = !waiting.isEmpty() && waiting.get(0).compareTo(tick) < 0;
            if (requestWaits && task == null) {
                waiting.remove(0);
            } else if (requestWaits && task != null && isPlain(line, instant) && isInTime(task, instant)) {
                findings.violated(
                        Guarantee.G1,
                        taskId + ":" + instant,
                        task.at(),
                        "was dispatched, though a request to skip the next tick was waiting");
                waiting.remove(0);
            }
        });
    }

    private static boolean isPlain(@Nullable VersionLine line, Instant instant) {
        return line != null
                && !line.isJittered()
                && line.versionAt(instant).schedule().when().calendar() == null;
    }

    private boolean isInTime(TaskSeen task, Instant instant) {
        return task.at().appended().isBefore(instant.plus(options.grace()));
    }
}
