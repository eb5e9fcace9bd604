package dev.carillon.standalone.look;

import dev.carillon.console.api.schedule.Forecast.Fire;
import dev.carillon.console.api.schedule.Forecast.Plan;
import dev.carillon.console.api.schedule.Forecast.Preview;
import dev.carillon.console.api.schedule.Forecast.Prospect;
import dev.carillon.console.api.schedule.Forecast.State;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.standalone.cron.ExplanationText;
import dev.carillon.standalone.render.Table;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.render.Wrapped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a schedule plans within a time, as people read it. */
public final class PreviewText {
    private final String taskId;
    private final Plan plan;
    private final Prospect prospect;
    private final Instant now;

    public PreviewText(String taskId, Plan plan, Prospect prospect, Instant now) {
        this.taskId = taskId;
        this.plan = plan;
        this.prospect = prospect;
        this.now = now;
    }

    public List<String> lines(Preview preview, Instant from, Instant to) {
        List<String> lines = new ArrayList<>();
        lines.add(taskId + ": " + plan.words() + ", in " + ExplanationText.name(plan.zone()) + " time");
        if (prospect.state() != State.ACTIVE) {
            lines.add("It stands so now: " + prospect.words()
                    + (prospect.step() == null ? "" : "; next: " + prospect.step()));
        }
        lines.add(summary(preview, from, to));
        if (!preview.fires().isEmpty()) {
            lines.add("");
            lines.addAll(table(preview).lines());
        }
        if (preview.more() != null) {
            lines.add("");
            lines.add("There is more from " + preview.more() + " on: ask with --from " + preview.more()
                    + ", or with a larger --limit.");
        }
        if (!preview.notes().isEmpty()) {
            lines.add("");
            preview.notes().forEach(note -> addNote(lines, note.replace("TASKID", taskId)));
        }
        return lines;
    }

    /** A command stands on a line of its own, fit to be copied. */
    private static void addNote(List<String> lines, String note) {
        int command = note.indexOf(": carillon ");
        lines.addAll(Wrapped.lines(command < 0 ? note : note.substring(0, command + 1), 0));
        if (command >= 0) {
            lines.add("  " + note.substring(command + 2));
        }
    }

    private static String summary(Preview preview, Instant from, Instant to) {
        long leftOut =
                preview.fires().stream().filter(fire -> fire.leftOut() != null).count();
        long fires = preview.fires().size() - leftOut;
        return "From " + from + " until before " + to + (preview.more() == null ? ": " : ", the first of them: ")
                + (fires == 0 ? "nothing fires" : Texts.count(fires, "instant fires", "instants fire"))
                + (leftOut == 0 ? "" : ", " + leftOut + (leftOut == 1 ? " is" : " are") + " left out") + ".";
    }

    private Table table(Preview preview) {
        boolean putOff = preview.fires().stream().anyMatch(fire -> !fire.due().equals(fire.at()));
        Table table = putOff
                ? new Table("", "NOMINAL INSTANT", "DUE", "LOCAL TIME IN " + ExplanationText.name(plan.zone()), "")
                : new Table("", "INSTANT", "LOCAL TIME IN " + ExplanationText.name(plan.zone()), "");
        for (Fire fire : preview.fires()) {
            String local = ExplanationText.local(fire.at(), plan.zone());
            if (putOff) {
                table.row(what(fire), fire.at().toString(), fire.due().toString(), local, remark(fire));
            } else {
                table.row(what(fire), fire.at().toString(), local, remark(fire));
            }
        }
        return table;
    }

    private String what(Fire fire) {
        if (fire.leftOut() != null) {
            return "left out";
        }
        return fire.due().isAfter(now) ? "fires" : "would have fired";
    }

    private String remark(Fire fire) {
        String change = fire.change() == null
                ? ""
                : Objects.requireNonNull(fire.change()).words();
        if (fire.leftOut() == null) {
            return change.isEmpty() ? Texts.relative(fire.due(), now) : change;
        }
        String why = words(fire.leftOut()) + " (" + fire.leftOut() + ")";
        return change.isEmpty() ? why : why + "; " + change;
    }

    private static String words(SkipReason reason) {
        return switch (reason) {
            case CALENDAR -> "its calendar does not count that day";
            case BROKEN -> "its calendar does not exist";
            case REQUESTED -> "somebody asked to skip it";
            case DEPENDENCY -> "one of those it depends on is left out then";
            case OVERLAP, MISSED, COALESCED, PAUSED -> "it is skipped";
        };
    }
}
