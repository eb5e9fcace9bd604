package dev.carillon.worker.handler;

import dev.carillon.schemas.error.ProblemCode;

/** The codes of the built-in handlers' failures; handlers in code bring their own. */
public enum HandlerProblem implements ProblemCode {
    HTTP_2XX(
            "The target answered with a success, but not with one that the task expects.",
            "Correct the task's list of expected statuses, or the target."),
    HTTP_3XX("The target answered with a redirection, which is not followed.", "Name the final address in url."),
    HTTP_4XX(
            "The target refused the request.",
            "Correct the request: address, method, headers, body or rights; the message has the answer's "
                    + "beginning."),
    HTTP_5XX("The target failed.", "Look at the target's own log; the attempt is retried by its rule."),
    HTTP_UNREACHABLE(
            "The target's name has no address, or nothing listens there.", "Correct url, or start the target."),
    HTTP_TIMEOUT(
            "The target did not answer within the attempt's time.",
            "Make the target faster, or raise the task's timeout."),
    HTTP_FAILED(
            "The call broke for another reason, which the message names.",
            "Read the reason; a broken connection is retried by its rule."),
    HTTP_FORBIDDEN_ADDRESS(
            "The target's address is a private one, which this worker does not call.",
            "Set worker.http.private-addresses to true where such targets are wanted."),
    SHELL_NOT_STARTED(
            "The command can't be run at all.", "Correct its path or its rights, on every worker of the queue."),
    EXIT_N("The command ended with the exit code N, which is not 0.", "Look at its last output, in the message.");

    private final String meaning;
    private final String fix;

    HandlerProblem(String meaning, String fix) {
        this.meaning = meaning;
        this.fix = fix;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String fix() {
        return fix;
    }

    /** The code for a status that was not expected. */
    static HandlerProblem ofStatus(int status) {
        return switch (status / 100) {
            case 2 -> HTTP_2XX;
            case 3 -> HTTP_3XX;
            case 4 -> HTTP_4XX;
            case 5 -> HTTP_5XX;
            default -> HTTP_FAILED;
        };
    }

    /** The code for an exit code other than 0; retry rules can tell them apart. */
    static String ofExit(int exit) {
        return "EXIT_" + exit;
    }
}
