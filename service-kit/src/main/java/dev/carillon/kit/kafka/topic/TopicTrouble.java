package dev.carillon.kit.kafka.topic;

import dev.carillon.kit.errors.KitErrorCode;

/** Why a role may not work on its topics, and how to fix that. */
public record TopicTrouble(KitErrorCode code, String words) {
    public String oneLine() {
        return code + ": " + words;
    }
}
