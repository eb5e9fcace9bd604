package dev.carillon.kit.kafka.topic;

/** A setting of an existing topic that is not as wanted; Carillon does not change it. */
public record TopicDifference(String topic, String what, String wanted, String actual) {
    public String words() {
        return topic + ": " + what + " is " + actual + ", should be " + wanted;
    }
}
