package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.trigger.slice.build.SliceOutput;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** What the committed slices have published, one line each. */
public final class Published {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final SimulatedCluster cluster;

    public Published(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** Tasks, skips and commands. */
    public List<String> all() {
        List<String> lines = new ArrayList<>();
        for (SliceOutput output : outputs()) {
            if (output instanceof SliceOutput.Dispatch dispatch) {
                lines.add(task(dispatch));
            } else if (output instanceof SliceOutput.Skip skip) {
                lines.add(skip(skip.result()));
            } else if (output instanceof SliceOutput.Order order) {
                lines.add("cancels " + order.command().subject());
            }
        }
        return lines;
    }

    /** The causes of the skips, beyond their reason codes. */
    public List<String> causes() {
        return outputs().stream()
                .filter(SliceOutput.Skip.class::isInstance)
                .map(output ->
                        String.valueOf(((SliceOutput.Skip) output).result().message()))
                .map(message -> message.replaceFirst("^.* skipped: [a-z]+(, because )?", ""))
                .toList();
    }

    List<String> tasks() {
        return outputs().stream()
                .filter(SliceOutput.Dispatch.class::isInstance)
                .map(output -> task((SliceOutput.Dispatch) output))
                .toList();
    }

    List<Event> events(EventType type) {
        return outputs().stream()
                .filter(SliceOutput.Say.class::isInstance)
                .map(output -> ((SliceOutput.Say) output).event())
                .filter(event -> event.type() == type)
                .toList();
    }

    private List<SliceOutput> outputs() {
        List<SliceOutput> all = new ArrayList<>();
        cluster.committed.forEach(plan -> all.addAll(plan.outputs()));
        return all;
    }

    private static String task(SliceOutput.Dispatch dispatch) {
        Instant nominal = dispatch.task().nominalTime();
        return dispatch.task().taskId() + "@" + (nominal == null ? "manual" : TIME.format(nominal));
    }

    private static String skip(Result result) {
        SkippedRange range = Objects.requireNonNull(result.skipped());
        String last = range.count() == 1 ? "" : "-" + TIME.format(range.last()) + " (" + range.count() + ")";
        return result.key().taskId() + " skips " + TIME.format(range.first()) + last + " " + range.reason();
    }

    /** What was published for the ticks of one schedule. */
    List<String> of(String taskId) {
        return all().stream()
                .filter(line -> line.startsWith(taskId + "@") || line.startsWith(taskId + " "))
                .toList();
    }
}
