package dev.carillon.client;

/** The stable codes of what only a client can meet; the others are those of the contract and of the kit. */
public enum ClientProblem {
    NO_SUCH_SCHEDULE(
            "Nobody has applied a schedule of this name, or its record can't be read.",
            "See what there is with: carillon schedule list."),
    NO_SUCH_CALENDAR(
            "Nobody has applied a calendar of this name, or its record can't be read.",
            "See what there is with: carillon calendar list."),
    NO_SUCH_TOPICS(
            "The cluster answers, but Carillon's topics are not there.",
            "Run carillon topics create, or name the right namespace with --topics.namespace."),
    KAFKA_REFUSED(
            "The cluster answers, but refuses what was asked for.",
            "Read Kafka's reason in the message; often the user lacks a right."),
    NO_OUTCOME(
            "No outcome came within the time that was to be waited; the execution goes on.",
            "Wait longer, or look later with: carillon outcomes."),
    TOO_MUCH_AT_ONCE(
            "More at a time than one client holds: questions, awaited outcomes or listeners.",
            "Do less at once; the message says what there was too much of."),
    NO_SUCH_LETTER(
            "No dead letter is at that position or has that key alone.",
            "See them with: carillon dlq list --all, and name one by its position."),
    NOT_WRITTEN(
            "What should be written to dead letters' marks and tasks was not, or it is not known whether it was.",
            "Run the command again: what is done is not done twice."),
    CLOSED("The client was closed before.", "Connect a new one, and close it when the program ends.");

    private final String meaning;
    private final String fix;

    ClientProblem(String meaning, String fix) {
        this.meaning = meaning;
        this.fix = fix;
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
