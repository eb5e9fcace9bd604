package dev.carillon.console.api.execution;

import dev.carillon.console.api.Parameters;
import dev.carillon.console.history.RunFilter;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.state.ExecutionState;

/** Which executions a query asks for. */
final class RunQuery {
    /** The parameters that make a filter. */
    static final String[] PARAMETERS = {
        "taskId", "search", "state", "queue", "type", "worker", "origin", "code", "error", "label", "since", "until"
    };

    private static final int CODE = 100;
    private static final int NAME = 200;
    private static final int LABEL = 320;

    private RunQuery() {}

    static RunFilter filter(Parameters query) {
        String label = query.text("label", LABEL);
        if (label != null && label.indexOf('=') < 1) {
            throw Parameters.refused("label", label, "it names no label with its value", "name=value");
        }
        return new RunFilter(
                query.parsed("taskId", text -> TaskId.check("taskId", text)),
                query.text("search", NAME),
                query.constants("state", ExecutionState.class),
                query.parsed("queue", text -> QueueName.check("queue", text)),
                query.text("type", CODE),
                query.text("worker", NAME),
                query.choice("origin", Origin.class),
                query.text("code", CODE),
                query.text("error", CODE),
                label,
                query.instant("since"),
                query.instant("until"));
    }

    /** All parameters of a list. */
    static String[] with(String... more) {
        String[] all = java.util.Arrays.copyOf(PARAMETERS, PARAMETERS.length + more.length);
        System.arraycopy(more, 0, all, PARAMETERS.length, more.length);
        return all;
    }
}
