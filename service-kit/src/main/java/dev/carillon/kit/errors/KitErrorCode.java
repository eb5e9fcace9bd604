package dev.carillon.kit.errors;

/** The stable codes of failures that any service can meet; part of the public API. */
public enum KitErrorCode {
    /** A configuration value can't be read as its type. */
    CONFIG_BAD_VALUE,
    /** A configuration value is below or above its limits. */
    CONFIG_OUT_OF_RANGE,
    /** A flag, environment variable or key of the YAML file that nothing reads. */
    CONFIG_UNKNOWN_KEY,
    /** A key without default is not set. */
    CONFIG_MISSING,
    /** The configuration file can't be read or is no YAML. */
    CONFIG_UNREADABLE,
    /** Values that are fine alone contradict each other. */
    CONFIG_CONTRADICTION,
    /** Another process listens on the port. */
    PORT_TAKEN,
    /** The address can't be listened on, for another reason than a taken port. */
    ADDRESS_UNUSABLE,
    /** No Kafka broker answers. */
    KAFKA_UNREACHABLE,
    /** No ZooKeeper server answers. */
    ZOOKEEPER_UNREACHABLE,
    /** Topics could not be created or made ready. */
    TOPICS_NOT_READY,
    /** A topic that a role needs is not there, or not any more. */
    TOPICS_MISSING,
    /** Topics that need one number of partitions have several. */
    PARTITIONS_DIFFER,
    /** A topic was deleted and made anew, and what was written elsewhere speaks of the former one. */
    TOPIC_MADE_ANEW,
    /** State in Kafka was written by a version that knows more than this one. */
    STATE_UNREADABLE
}
