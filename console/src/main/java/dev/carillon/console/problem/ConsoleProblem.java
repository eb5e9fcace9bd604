package dev.carillon.console.problem;

/** The stable codes of what only the console can meet; the others are those of the contract, the kit and the client. */
public enum ConsoleProblem {
    UNKNOWN_PATH(404, "Nothing answers at this path.", "See what there is in /v1/openapi.yaml."),
    WRONG_METHOD(405, "The path is there, but not for this method.", "Use one of those that the header Allow names."),
    BAD_PATH(
            400,
            "The path has an encoded slash, a dot segment or a control character, or is not well encoded.",
            "Send the plain path, with names percent-encoded once."),
    UNKNOWN_PARAMETER(
            400, "The query names a parameter that this path does not know.", "Correct its name, or leave it out."),
    BAD_PARAMETER(
            400,
            "A parameter or header holds a value of another kind or outside its limits.",
            "Choose a value within the limits that the answer names."),
    BAD_CURSOR(
            400, "The cursor is not one that a page was answered with.", "Begin again without a cursor, or use next."),
    UNKNOWN_FIELD(
            422,
            "The body names a field that is not known here.",
            "Correct its name, or leave it out; see the answer."),
    BODY_TOO_LARGE(413, "The body is over its limit.", "Send less at once; large data belongs elsewhere."),
    BODY_TOO_SLOW(408, "The body did not arrive within its time.", "Send it again over a faster way, or in parts."),
    HEADERS_TOO_LARGE(
            431,
            "The path, the query or the headers are over their limits.",
            "Shorten them; long values go in bodies."),
    WRONG_MEDIA_TYPE(415, "The body is not of a type that this path reads.", "Send it as application/json."),
    OTHER_ORIGIN(
            403,
            "The request comes from a web page of another origin.",
            "Use the console's own page, or a program that is no browser."),
    WRONG_HOST(
            421,
            "The request names a host that is not this console's.",
            "Call it as localhost, 127.0.0.1 or [::1]; put nothing between that renames it."),
    CHANGED_MEANWHILE(
            412,
            "The record is not the one that If-Match or If-None-Match wants.",
            "Get it again, look at what has changed, and send the change with its new ETag."),
    KEY_REUSED(
            422,
            "The Idempotency-Key was used before with another request.",
            "Use a new key for new work, and the old one only to repeat the same request."),
    NO_SUCH_RUN(
            404,
            "The history has no execution of this key.",
            "Look at its spelling; what was sent a moment ago may need a second, and history is kept for 7 days."),
    ALREADY_ENDED(409, "The execution has ended, so nothing of it can be cancelled.", "Retry it as a new one instead."),
    NOTHING_TO_REPEAT(
            409,
            "The history does not hold the task, so it can't be sent again.",
            "Submit it anew; very large tasks and those of older days are not kept."),
    LETTER_REFUSED(
            409,
            "The dead letter can't be replayed, or was replayed or dropped before.",
            "Read why in the detail; what can't be run again can be dropped, or mended and sent anew."),
    TOO_BUSY(503, "More requests than the console takes at once.", "Send it again in a moment, with fewer at a time."),
    UNEXPECTED(500, "Something failed that nobody foresaw.", "Look at the console's log, and report it.");

    private final int status;
    private final String meaning;
    private final String fix;

    ConsoleProblem(int status, String meaning, String fix) {
        this.status = status;
        this.meaning = meaning;
        this.fix = fix;
    }

    /** The HTTP status that it is answered with. */
    public int status() {
        return status;
    }

    /** What the code says, in one sentence. */
    public String meaning() {
        return meaning;
    }

    /** What to do about it. */
    public String fix() {
        return fix;
    }
}
