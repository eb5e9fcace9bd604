package dev.carillon.cli.schedule;

import dev.carillon.cli.cron.ExplanationText;
import dev.carillon.cli.terminal.LineWrapping;
import dev.carillon.cli.terminal.TextTable;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.timing.forecast.FiringProspect;
import dev.carillon.timing.forecast.PlanPreview;
import dev.carillon.timing.forecast.PlannedFire;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Formats the instants that a schedule plans within a period. */
public final class PreviewText {
    private final String taskId;
    private final SchedulePlan plan;
    private final FiringProspect prospect;
    private final Instant now;

    public PreviewText(String taskId, SchedulePlan plan, FiringProspect prospect, Instant now) {
        this.taskId = taskId;
        this.plan = plan;
        this.prospect = prospect;
        this.now = now;
    }

    public List<String> lines(PlanPreview preview, Instant from, Instant to) {
        List<String> lines = new ArrayList<>();
        lines.add(taskId + ": " + plan.words() + ", in " + ExplanationText.name(plan.zone()) + " time");
        if (prospect.kind() != FiringProspect.Kind.ACTIVE) {
            lines.add("Current state: " + prospect.words()
                    + (prospect.step() == null ? "" : "; next: " + prospect.step()));
        }
        lines.add(summary(preview, from, to));
        if (!preview.fires().isEmpty()) {
            lines.add("");
            lines.addAll(table(preview).lines());
        }
        if (preview.more() != null) {
            lines.add("");
            lines.add("There are more from " + preview.more() + " on: use --from " + preview.more()
                    + ", or a larger --limit.");
        }
        if (!preview.notes().isEmpty()) {
            lines.add("");
            preview.notes().forEach(note -> addNote(lines, note.replace("TASKID", taskId)));
        }
        return lines;
    }

    /** Puts a command on a line of its own, ready to be copied. */
    private static void addNote(List<String> lines, String note) {
        int command = note.indexOf(": carillon ");
        lines.addAll(LineWrapping.lines(command < 0 ? note : note.substring(0, command + 1), 0));
        if (command >= 0) {
            lines.add("  " + note.substring(command + 2));
        }
    }

    private static String summary(PlanPreview preview, Instant from, Instant to) {
        long leftOut =
                preview.fires().stream().filter(fire -> fire.leftOut() != null).count();
        long fires = preview.fires().size() - leftOut;
        return "From " + from + " until before " + to + (preview.more() == null ? ": " : ", shown in part: ")
                + (fires == 0 ? "nothing fires" : TextPieces.count(fires, "instant fires", "instants fire"))
                + (leftOut == 0 ? "" : ", " + leftOut + (leftOut == 1 ? " is" : " are") + " left out") + ".";
    }

    private TextTable table(PlanPreview preview) {
        boolean putOff = preview.fires().stream().anyMatch(fire -> !fire.due().equals(fire.at()));
        TextTable table = putOff
                ? new TextTable("", "NOMINAL INSTANT", "DUE", "LOCAL TIME IN " + ExplanationText.name(plan.zone()), "")
                : new TextTable("", "INSTANT", "LOCAL TIME IN " + ExplanationText.name(plan.zone()), "");
        for (PlannedFire fire : preview.fires()) {
            String local = ExplanationText.local(fire.at(), plan.zone());
            if (putOff) {
                table.row(what(fire), fire.at().toString(), fire.due().toString(), local, remark(fire));
            } else {
                table.row(what(fire), fire.at().toString(), local, remark(fire));
            }
        }
        return table;
    }

    private String what(PlannedFire fire) {
        if (fire.leftOut() != null) {
            return "left out";
        }
        return fire.due().isAfter(now) ? "fires" : "would have fired";
    }

    private String remark(PlannedFire fire) {
        String change = fire.change() == null
                ? ""
                : Objects.requireNonNull(fire.change()).sentence();
        if (fire.leftOut() == null) {
            return change.isEmpty() ? TextPieces.relative(fire.due(), now) : change;
        }
        String why = fire.leftOut().words() + " (" + fire.leftOut() + ")";
        return change.isEmpty() ? why : why + "; " + change;
    }
}
