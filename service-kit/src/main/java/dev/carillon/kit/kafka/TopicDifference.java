package dev.carillon.kit.kafka;

/** One way in which an existing topic is not as it should be; nobody changes it by himself. */
public record TopicDifference(String topic, String what, String wanted, String actual) {
    public String words() {
        return topic + ": " + what + " is " + actual + ", should be " + wanted;
    }
}
