package dev.carillon.schemas.work;

/** Why a tick did not become a task. */
public enum SkipReason {
    OVERLAP("an earlier execution or tick was unfinished when it was due"),
    MISSED("it was overdue when it could first be decided"),
    COALESCED("a later tick replaces it"),
    CALENDAR("its calendar leaves it out"),
    PAUSED("the schedule was paused"),
    REQUESTED("a skip was requested"),
    BROKEN("its definition, its calendar or its queue could not be used"),
    DEPENDENCY("a schedule it depends on did not end as required, or not in time");

    private final String words;

    SkipReason(String words) {
        this.words = words;
    }

    /** The reason as a clause about the tick: what follows "because". */
    public String words() {
        return words;
    }
}
