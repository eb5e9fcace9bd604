package dev.carillon.console.problem;

import dev.carillon.schemas.error.ProblemCode;

/** The console's own error codes; REST also answers with those of the contract, the kit and the client. */
public enum ConsoleProblem implements ProblemCode {
    UNKNOWN_PATH(404, "There is no such path.", "See all paths in /v1/openapi.yaml."),
    WRONG_METHOD(405, "The path does not take this method.", "Use a method that the header Allow names."),
    BAD_PATH(
            400,
            "The path has an encoded slash, a dot segment or a control character, or is not well encoded.",
            "Send the plain path, with names percent-encoded once."),
    BAD_REQUEST(
            400,
            "The request is not well-formed HTTP, or its body ends early.",
            "Send it with an HTTP library, and send the whole body."),
    UNKNOWN_PARAMETER(
            400, "The query has a parameter that this path does not take.", "Correct its name, or leave it out."),
    BAD_PARAMETER(
            400,
            "A parameter or header has a value of the wrong type or outside its limits.",
            "Choose a value within the limits that the answer names."),
    BAD_CURSOR(
            400,
            "The cursor does not come from an earlier page.",
            "Start without a cursor, or pass the field next of the page before."),
    UNKNOWN_FIELD(422, "The body has an unknown field.", "Correct its name, or leave it out; the detail names it."),
    BODY_TOO_LARGE(
            413,
            "The body is larger than its limit.",
            "Send less at once; store large data elsewhere and send where it is."),
    BODY_TOO_SLOW(
            408, "The body did not arrive within its time.", "Send it again over a faster connection, or in parts."),
    HEADERS_TOO_LARGE(
            431,
            "The path, the query or the headers are over their limits.",
            "Shorten them, and send long values in a body."),
    WRONG_MEDIA_TYPE(415, "The body's media type is not JSON.", "Send it as application/json."),
    OTHER_ORIGIN(
            403,
            "The request comes from a web page of another origin.",
            "Use the console's own page, or a program outside the browser."),
    WRONG_HOST(
            421,
            "The request names a host that is not this console's.",
            "Call it as localhost, 127.0.0.1 or [::1]; a proxy in between must send one of these as Host."),
    CHANGED_MEANWHILE(
            412,
            "The record's version does not meet If-Match or If-None-Match.",
            "Read it again, check what has changed, and send your change with the new ETag."),
    KEY_REUSED(
            422,
            "The Idempotency-Key was used before with another request.",
            "Use a new key for new work, and the old one only to repeat the same request."),
    NO_SUCH_RUN(
            404,
            "The history has no execution with this key.",
            "Check the key. A new execution shows up within about a second; by default the history keeps 7 days."),
    ALREADY_ENDED(409, "The execution has ended, so it can't be cancelled.", "To run its work again, retry it."),
    NOTHING_TO_REPEAT(
            409,
            "The history does not have the task, so it can't be retried.",
            "Submit the work as a new execution; the history does not keep very large or old tasks."),
    LETTER_REFUSED(
            409,
            "The dead letter can't be replayed, or was replayed or dropped before.",
            "Read the reason in the detail. Drop it if it can't run again, or correct its task and submit that."),
    TOO_BUSY(
            503,
            "The console has more requests than it can answer at once.",
            "Send it again in a moment, with fewer at a time."),
    UNEXPECTED(500, "The console failed unexpectedly.", "Read the console's log, and report the error.");

    private final int status;
    private final String meaning;
    private final String fix;

    ConsoleProblem(int status, String meaning, String fix) {
        this.status = status;
        this.meaning = meaning;
        this.fix = fix;
    }

    /** HTTP status of the answer. */
    public int status() {
        return status;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String fix() {
        return fix;
    }
}
