package dev.carillon.schemas.error;

/** Every code a user can meet. A code, once released, keeps its meaning for ever. */
public enum ErrorCode {
    BAD_JSON("The bytes are not one JSON document that Carillon reads."),
    NOT_AN_OBJECT("The value is JSON, but not an object."),
    TOO_DEEP("The JSON nests deeper than allowed."),
    DUPLICATE_FIELD("One object names a field twice."),
    UNSUPPORTED_VERSION("The record's version is newer than this program."),
    MISSING_FIELD("A field that has no default is missing."),
    WRONG_TYPE("A field holds another JSON type than it should."),
    OUT_OF_RANGE("A number, time or duration lies outside its limits."),
    UNKNOWN_VALUE("A field with a closed list of values holds another one."),
    CONFLICTING_FIELDS("Two fields exclude each other, or one needs another."),
    BAD_TASK_ID("A taskId uses characters or a length that keys don't allow."),
    BAD_KEY("An execution key is not of the form taskId:execTime."),
    BAD_EXEC_TIME("An execTime is not spelled in its one canonical way."),
    KEY_MISMATCH("A record's key is not the key of its value."),
    BAD_QUEUE("A queue name uses characters or a length that topics don't allow."),
    BAD_NAMESPACE("A namespace uses characters or a length that topics don't allow."),
    UNKNOWN_QUEUE("No topics exist for the queue."),
    UNKNOWN_SCHEDULE("No schedule in force has the taskId."),
    UNKNOWN_TYPE("No worker serves the type."),
    PAYLOAD_TOO_LARGE("A payload is over its limit."),
    RECORD_TOO_LARGE("An encoded record is over its limit."),
    BAD_TEXT("A text is blank, has control characters or half characters where they are not allowed."),
    TEXT_TOO_LONG("A text is over its limit."),
    TOO_MANY_ENTRIES("A list or map has more entries than allowed."),
    BAD_CRON("A cron expression can't be read or never fires."),
    BAD_ZONE("A time zone is unknown."),
    NEVER_FIRES("A schedule has no instant left to fire at."),
    NOT_SUPPORTED_YET("The field is part of the contract, but this version doesn't act on it yet."),
    EXHAUSTED("An execution failed and has no retries left."),
    RETRIES_GIVEN_UP("An execution failed in a way its retry rule gives up on."),
    DEADLINE_PASSED("An execution's deadline passed before it could start."),
    WORKER_LOST("The worker that ran an attempt died or fell silent."),
    DRAINED("An attempt that must not run twice outlived its worker's drain."),
    TIMED_OUT("An attempt ran longer than its timeout."),
    HANDLER_FAILED("A handler reported or threw a failure."),
    SHELL_DISABLED("Shell tasks are switched off on this worker."),
    CANCELLED("Somebody cancelled the execution."),
    INTERNAL_ERROR("A defect of Carillon itself: the record was put aside so that others go on.");

    private final String meaning;

    ErrorCode(String meaning) {
        this.meaning = meaning;
    }

    /** What the code says, in one sentence. */
    public String meaning() {
        return meaning;
    }
}
