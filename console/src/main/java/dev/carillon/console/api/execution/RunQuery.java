package dev.carillon.console.api.execution;

import dev.carillon.console.api.RequestParameters;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.run.RunFilterBuilder;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;

/** Reads a filter for executions from a query. */
final class RunQuery {
    /** The parameters of the filter. */
    static final String[] PARAMETERS = {
        "taskId", "search", "state", "queue", "type", "worker", "origin", "code", "error", "label", "since", "until"
    };

    private static final int CODE = 100;
    private static final int NAME = 200;
    private static final int LABEL = 320;

    private RunQuery() {}

    static RunFilter filter(RequestParameters query) {
        String label = query.text("label", LABEL);
        if (label != null && label.indexOf('=') < 1) {
            throw RequestParameters.refused("label", label, "it has no name or no value", "name=value");
        }
        return RunFilterBuilder.builder()
                .taskId(query.parsed("taskId", text -> TaskId.check("taskId", text)))
                .search(query.text("search", NAME))
                .states(query.constants("state", ExecutionState.class))
                .queue(query.parsed("queue", text -> QueueName.check("queue", text)))
                .type(query.text("type", CODE))
                .worker(query.text("worker", NAME))
                .origin(query.choice("origin", Origin.class))
                .code(query.text("code", CODE))
                .error(query.text("error", CODE))
                .label(label)
                .since(query.instant("since"))
                .until(query.instant("until"))
                .build();
    }

    /** The parameters of the filter, and some more. */
    static String[] with(String... more) {
        String[] all = java.util.Arrays.copyOf(PARAMETERS, PARAMETERS.length + more.length);
        System.arraycopy(more, 0, all, PARAMETERS.length, more.length);
        return all;
    }
}
