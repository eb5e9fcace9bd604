package dev.carillon.console.api.execution;

import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.run.ErrorGroup;
import dev.carillon.console.history.run.LogPage;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunDetail;
import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.work.SkippedRange;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Executions as {@code openapi.yaml} describes them. */
final class ExecutionJson {
    private ExecutionJson() {}

    static ObjectNode page(ResultPage<Run> page) {
        return list(page.items()).text("next", page.next()).node();
    }

    static JsonObject list(List<Run> runs) {
        return new JsonObject().list("items", runs, ExecutionJson::write);
    }

    static void write(JsonObject out, Run run) {
        out.text("key", run.key())
                .text("taskId", run.key().taskId())
                .text("execTime", run.key().execTime())
                .text("state", run.state())
                .text("name", run.name())
                .text("type", run.type())
                .text("queue", run.queue())
                .spelled("priority", run.priority())
                .spelled("origin", run.origin())
                .number("attempts", run.attempts())
                .text("code", run.code())
                .text("message", run.message())
                .text("worker", run.worker())
                .text("firstHeard", run.firstHeard())
                .text("due", run.due())
                .text("started", run.started())
                .text("ended", run.ended())
                .millis("tookMs", run.started(), run.ended())
                .text("nextAttempt", run.nextAttempt())
                .text("replayOf", run.replayOf());
        SkippedRange skipped = run.skipped();
        if (skipped != null) {
            out.object("skipped", range -> range.spelled("reason", skipped.reason())
                    .text("first", skipped.first())
                    .text("last", skipped.last())
                    .number("count", skipped.count()));
        }
    }

    static ObjectNode detail(RunDetail detail) {
        JsonObject out = new JsonObject();
        write(out, detail.run());
        out.list("attemptList", detail.attempts(), ExecutionJson::attempt);
        out.value("task", detail.task() == null ? null : Json.read(Kind.TASK.encode(detail.task())));
        out.value("data", detail.data() == null ? null : detail.data().node());
        return out.text("cancelAsked", detail.cancelAsked())
                .number("logLines", detail.logLines())
                .text("cli", "carillon status " + detail.run().key())
                .node();
    }

    private static void attempt(JsonObject out, RunDetail.Attempt attempt) {
        out.number("number", attempt.number())
                .text("status", attempt.status())
                .text("code", attempt.code())
                .text("message", attempt.message())
                .text("error", attempt.error())
                .text("worker", attempt.worker())
                .text("queued", attempt.queued())
                .text("started", attempt.started())
                .text("finished", attempt.finished())
                .text("said", attempt.said());
    }

    static ObjectNode log(LogPage page) {
        return new JsonObject()
                .list("items", page.lines(), (out, line) -> out.number("number", line.number())
                        .number("attempt", line.attempt())
                        .text("at", line.at())
                        .text("text", line.text()))
                .number("next", page.next())
                .flag("ended", page.ended())
                .node();
    }

    static ObjectNode errors(List<ErrorGroup> groups) {
        return new JsonObject()
                .list("items", groups, (out, group) -> out.text("id", group.id())
                        .text("code", group.code())
                        .text("message", group.message())
                        .number("runs", group.runs())
                        .text("first", group.first())
                        .text("last", group.last())
                        .text("lastRun", group.lastRun()))
                .node();
    }

    static ObjectNode overdue(List<OverdueRun> overdue) {
        return new JsonObject()
                .list("items", overdue, (out, one) -> out.object("execution", run -> write(run, one.run()))
                        .text("since", one.since())
                        .text("why", one.why()))
                .node();
    }
}
