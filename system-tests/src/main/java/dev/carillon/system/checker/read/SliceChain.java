package dev.carillon.system.checker.read;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.checker.seen.SliceSeen;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slices in the order of their commits. A slice without ticks and inputs writes no event, so between two events the
 * watermark may have moved forward; but it must not have moved back, and no input may have been applied.
 */
public final class SliceChain {
    private final List<SliceSeen> slices = new ArrayList<>();
    private @Nullable DecidedUpTo end;

    public static SliceChain of(Run run, Findings findings) {
        SliceChain chain = new SliceChain();
        for (SeenRecord record : run.in(run.names().events())) {
            Slice slice = sliceIn(record);
            if (slice != null) {
                chain.append(new SliceSeen(record, slice), findings);
            }
        }
        for (SeenRecord record : run.in(run.names().triggerState())) {
            chain.watermark(record, findings);
        }
        return chain;
    }

    public List<SliceSeen> slices() {
        return slices;
    }

    /** Up to where all ticks are decided; null if the trigger committed no slice. */
    @Nullable
    DecidedUpTo end() {
        return end;
    }

    private void append(SliceSeen next, Findings findings) {
        findings.count(CountNames.SLICES);
        Slice slice = next.slice();
        if (slice.after().compareTo(slice.before()) < 0) {
            violated(next, findings, "moved the watermark back from " + slice.before() + " to " + slice.after());
        }
        if (!slices.isEmpty()) {
            Slice last = slices.get(slices.size() - 1).slice();
            if (slice.before().compareTo(last.after()) < 0) {
                violated(next, findings, "starts at " + slice.before() + ", though " + last.after() + " was reached");
            }
            if (slice.from().schedules() != last.to().schedules()) {
                violated(
                        next,
                        findings,
                        "continues at position " + slice.from().schedules() + " of schedules, though "
                                + last.to().schedules() + " was reached");
            }
        }
        slices.add(next);
        end = slice.after();
    }

    private void watermark(SeenRecord record, Findings findings) {
        if (record.value() == null) {
            return;
        }
        try {
            Watermark watermark = Kind.WATERMARK.decode(record.value());
            if (end == null || watermark.reached().compareTo(end) > 0) {
                end = watermark.reached();
            }
        } catch (ContractException e) {
            findings.count("markers"); // The topic holds markers too.
        }
    }

    private static @Nullable Slice sliceIn(SeenRecord record) {
        if (record.value() == null) {
            return null;
        }
        try {
            Event event = Kind.EVENT.decode(record.value());
            return event.type() == EventType.SLICE && event.data() != null
                    ? Slice.read(Json.fieldsOf(event.data().node()))
                    : null;
        } catch (ContractException e) {
            return null; // Not an event of Carillon; no service reads it.
        }
    }

    private static void violated(SliceSeen seen, Findings findings, String what) {
        findings.violated(Guarantee.G1, "slice", seen.at(), what);
    }
}
