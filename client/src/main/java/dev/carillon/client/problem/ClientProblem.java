package dev.carillon.client.problem;

import dev.carillon.schemas.error.ProblemCode;

/** The stable codes of failures that only clients have; all others are in the contract and in the service kit. */
public enum ClientProblem implements ProblemCode {
    NO_SUCH_SCHEDULE(
            "No schedule of this name was applied, or its record can't be read.",
            "List the schedules with: carillon schedule list."),
    NO_SUCH_CALENDAR(
            "No calendar of this name was applied, or its record can't be read.",
            "List the calendars with: carillon calendar list."),
    NO_SUCH_TOPICS(
            "The cluster answers, but Carillon's topics do not exist.",
            "Run carillon topics create, or name the right namespace with --topics.namespace."),
    KAFKA_REFUSED(
            "The cluster answers, but refused the request.",
            "Read Kafka's reason in the message; often the Kafka user lacks a permission (ACL)."),
    NO_OUTCOME(
            "No outcome arrived within the time to wait; the execution goes on.",
            "Wait longer, or look later with: carillon outcomes."),
    TOO_MUCH_AT_ONCE(
            "One client has too many waiting calls, awaited outcomes or listeners.",
            "Reduce what the message names, or use another client."),
    NO_SUCH_LETTER(
            "No dead letter is at that position, or not exactly one has that key.",
            "List them with: carillon dlq list --all, and name one by its position."),
    NOT_WRITTEN(
            "A transaction, such as that of a replay, was not written, or it is unknown whether it was.",
            "Run the command again: dead letters that were replayed or dropped are skipped."),
    CLOSED("The client was closed before.", "Connect a new one, and close it when the program ends.");

    private final String meaning;
    private final String fix;

    ClientProblem(String meaning, String fix) {
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
