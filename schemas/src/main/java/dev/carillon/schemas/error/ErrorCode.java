package dev.carillon.schemas.error;

/** Every error code that can appear in a record. A released code never changes its meaning. */
public enum ErrorCode implements ProblemCode {
    BAD_JSON(
            "The bytes are not one JSON document that Carillon reads.",
            "Send one JSON document in UTF-8, with nothing before or after it."),
    NOT_AN_OBJECT(
            "The value is JSON, but not an object.",
            "Send an object, {...}; a missing value means deletion only in compacted topics."),
    TOO_DEEP("The JSON nests deeper than allowed.", "Nest less deeply, or put the structure into a string."),
    DUPLICATE_FIELD("One object names a field twice.", "Remove one of the two."),
    UNSUPPORTED_VERSION(
            "The record's version is newer than this program.",
            "Run this version of Carillon or a newer one everywhere before using new fields."),
    MISSING_FIELD("A field that has no default is missing.", "Add the field that the message names."),
    WRONG_TYPE(
            "A field has the wrong JSON type.",
            "Write the value in the type that the message names, a number without quotes for instance."),
    OUT_OF_RANGE(
            "A number, time or duration lies outside its limits.",
            "Choose a value within the limits that the message names."),
    UNKNOWN_VALUE(
            "A field with a closed list of values has another value.",
            "Choose one of the values that the message lists."),
    CONFLICTING_FIELDS(
            "Two fields exclude each other, or one needs another.",
            "Remove one of the two, or add the one that is needed."),
    BAD_TASK_ID(
            "A taskId uses characters or a length that keys don't allow.",
            "Use 1 to 200 of A-Z, a-z, 0-9, dot, underscore and hyphen."),
    BAD_KEY(
            "An execution key is not of the form taskId:execTime.",
            "Write taskId:execTime, for example report:2026-11-18T06:00:00Z."),
    BAD_EXEC_TIME(
            "An execTime is not spelled in its one canonical way.",
            "Write the instant as Java's Instant.toString() does: UTC, with Z, and no trailing zeros."),
    KEY_MISMATCH(
            "A record's key is not the key of its value.", "Give the record the key of its value, or no key at all."),
    BAD_QUEUE(
            "A queue name uses characters or a length that topics don't allow.", "Use 1 to 50 of a-z, 0-9 and hyphen."),
    BAD_NAMESPACE(
            "A namespace uses characters or a length that topics don't allow.",
            "Use 1 to 80 of a-z, 0-9, dot, underscore and hyphen, with a letter or digit at both ends."),
    UNKNOWN_QUEUE(
            "No topics exist for the queue.",
            "Create it with: carillon topics create --queue NAME, or correct the name."),
    UNKNOWN_SCHEDULE(
            "No schedule in force has the taskId.",
            "List the schedules with: carillon schedule list, or apply the schedule first."),
    UNKNOWN_CALENDAR(
            "A schedule names a calendar that does not exist.",
            "List the calendars with: carillon calendar list, or create it with: carillon calendar apply -f FILE."),
    BAD_DATE(
            "An entry of a calendar is not a date.",
            "Write 2026-12-25, a range 2026-12-24..2027-01-01, or --12-25 for each year."),
    UNKNOWN_TYPE("No worker serves the type.", "Start a worker with a handler of that name, or correct the type."),
    PAYLOAD_TOO_LARGE("A payload is over its limit.", "Store the data elsewhere and send a reference to it."),
    RECORD_TOO_LARGE("An encoded record is over its limit.", "Shorten its payload, labels or texts."),
    BAD_TEXT(
            "A text is blank, or has control characters or half characters where they are not allowed.",
            "Write plain text without control characters."),
    TEXT_TOO_LONG("A text is over its limit.", "Shorten it to the limit that the message names."),
    TOO_MANY_ENTRIES("A list or map has more entries than allowed.", "Stay within the number that the message names."),
    BAD_CRON(
            "A cron expression can't be read or never fires.",
            "See what it means with: carillon cron explain 'EXPRESSION'; docs/cron.md lists what is allowed."),
    BAD_ZONE("A time zone is unknown.", "Use a name of the time zone database, such as Europe/Berlin, or UTC."),
    NEVER_FIRES(
            "A schedule has no instant left to fire at.",
            "Choose an instant, an end or an expression that lies in the future."),
    EVALUATION_FAILED(
            "The times of a schedule can't be computed because of a defect in Carillon.",
            "Apply the schedule with its time written in another way; report the old one with the message."),
    NO_PLAN(
            "A schedule's instants depend on how other executions end, so a range of them can't be planned.",
            "Run it once for each missing instant with: carillon schedule run TASKID."),
    BACKFILL_UNDER_WAY(
            "A schedule has a backfill already.",
            "Wait until it has ended, or end it with: carillon schedule backfill TASKID --cancel."),
    NO_BACKFILL(
            "No backfill of the schedule is under way, so there is none to cancel.",
            "Nothing: it has ended already; carillon schedule get TASKID shows one that is under way."),
    DEPENDENCY_CYCLE(
            "Schedules depend on each other in a cycle, so none of them could ever run.",
            "Remove one of the dependencies that the message lists."),
    UNKNOWN_PARENT(
            "A schedule depends on one that does not exist.",
            "Apply the other one first or in the same file, or correct its name."),
    NOT_SUPPORTED_YET(
            "The field is part of the contract, but this version doesn't support it yet.", "Remove the field."),
    EXHAUSTED(
            "An execution failed and has no retries left.",
            "See the attempts' errors in the outcome; fix the cause and run it again, or allow more retries."),
    RETRIES_GIVEN_UP(
            "An execution failed with a code that its retry rule does not retry.",
            "Fix the cause and run it again, or change the schedule's giveUpOn and retryOn."),
    DEADLINE_PASSED(
            "An execution's deadline passed before it could start.",
            "Add workers or capacity, or give it a later deadline."),
    WORKER_LOST(
            "The worker that ran an attempt died or stopped responding.",
            "Nothing, if it was retried; if it happens again, look at the worker's memory and its log."),
    DRAINED(
            "An attempt that must not run twice did not end before its worker's drain time was over.",
            "Run it again by hand if that is safe; a longer drain time lets more attempts end."),
    TIMED_OUT("An attempt ran longer than its timeout.", "Make the work faster or smaller, or raise its timeout."),
    HANDLER_FAILED("A handler reported or threw a failure.", "Read the message: it is the handler's own."),
    SHELL_DISABLED(
            "Shell tasks are switched off on this worker.",
            "Set worker.shell.enabled to true on workers that may run commands."),
    CANCELLED(
            "The execution was cancelled on request.", "Nothing; the topics audit and control show who requested it."),
    INTERNAL_ERROR(
            "A defect in Carillon: the record was moved to dead-letters, so that others are processed.",
            "Report it with the record in dead-letters and the log around that time.");

    private final String meaning;
    private final String fix;

    ErrorCode(String meaning, String fix) {
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
}
