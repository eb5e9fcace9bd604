package dev.carillon.worker.handler;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;

/** The handlers that every worker has. */
public final class BuiltIn {
    public static final String HTTP = "http";
    public static final String SHELL = "shell";

    private BuiltIn() {}

    /** The given handlers and the built-in ones; a given one replaces the built-in one of the same type. */
    public static HandlerRegistry addedTo(HandlerRegistry handlers, boolean shellEnabled, boolean privateAddresses) {
        HandlerRegistry all = handlers;
        if (all.of(HTTP) == null) {
            all = all.withAsync(HTTP, new HttpHandler(privateAddresses));
        }
        if (all.of(SHELL) == null) {
            all = shellEnabled ? all.with(SHELL, new ShellHandler()) : all.refusing(SHELL, BuiltIn::refuseShell);
        }
        return all;
    }

    private static RawJson refuseShell(TaskContext context) throws TaskFailure {
        throw new TaskFailure(
                ErrorCode.SHELL_DISABLED.name(),
                "type: shell is switched off on this worker; set worker.shell.enabled to true where commands may run");
    }
}
