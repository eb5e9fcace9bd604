package dev.carillon.kit.kafka;

import dev.carillon.kit.errors.KitErrorCode;

/** Why a role may not work on its topics: what, and how to mend it. */
public record TopicTrouble(KitErrorCode code, String words) {
    public String oneLine() {
        return code + ": " + words;
    }
}
