package dev.carillon.kit.errors;

import dev.carillon.schemas.error.ProblemCode;

/** The stable codes of failures that any service can have; part of the public API. */
public enum KitErrorCode implements ProblemCode {
    CONFIG_BAD_VALUE(
            "A configuration value can't be read as its type.",
            "Write it as the message shows; docs/configuration.md lists every key."),
    CONFIG_OUT_OF_RANGE(
            "A configuration value is below or above its limits.",
            "Choose a value within the limits that the message names."),
    CONFIG_UNKNOWN_KEY(
            "No setting has the name of a flag or YAML key; for an environment variable this is only a warning.",
            "Correct the name; the message names the nearest one."),
    CONFIG_MISSING("A key without default is not set.", "Set it by flag, environment variable or YAML file."),
    CONFIG_UNREADABLE(
            "The configuration file can't be read or is not YAML.",
            "Name another file with --config, or correct the line that the message names."),
    CONFIG_CONTRADICTION(
            "Values that are fine alone contradict each other.", "Change one of the values that the message names."),
    CONFIG_FORBIDDEN(
            "A setting of Kafka's clients is refused: it would load code, or Carillon has to set it itself.",
            "Remove it, or set the key that the message names instead."),
    PORT_TAKEN("Another process listens on the port.", "Stop that process, or choose another port."),
    ADDRESS_UNUSABLE(
            "The process can't listen on the address, for another reason than a taken port.",
            "Name an address of this machine."),
    KAFKA_UNREACHABLE(
            "No Kafka broker answers.", "Start Kafka, or name another with -b HOST:PORT (kafka.bootstrap-servers)."),
    KAFKA_ACCESS_DENIED(
            "Kafka refuses the user's name or password.",
            "Correct kafka.sasl.username, kafka.sasl.password or kafka.sasl.mechanism."),
    KAFKA_TLS_FAILED(
            "An encrypted connection to Kafka failed: a certificate is not trusted, or one side does not use TLS.",
            "Correct the kafka.tls. settings or kafka.security-protocol; the message says which."),
    ZOOKEEPER_UNREACHABLE(
            "No ZooKeeper server answers.", "Start ZooKeeper, or name another address with --trigger.zookeeper."),
    ZOOKEEPER_ACCESS_DENIED(
            "The leader's nodes in ZooKeeper were created with another name or password.",
            "Set trigger.zookeeper-username and trigger.zookeeper-password as the other triggers have them."),
    TOPICS_NOT_READY(
            "Topics could not be created or made ready.",
            "Look at the brokers' logs, then run carillon topics create again."),
    TOPICS_MISSING(
            "A topic that a role needs does not exist, or was deleted.",
            "Run carillon topics create; docs/operations-topics.md says what else to do for a lost topic."),
    PARTITIONS_DIFFER(
            "Topics that need equal numbers of partitions have different ones.",
            "Give all the same number while no execution is open; docs/operations-topics.md says how."),
    TOPIC_MADE_ANEW(
            "A topic was deleted and created again, and other topics still refer to the old one.",
            "Delete the other topics that the message names as well, and run carillon topics create."),
    CLOCK_BEHIND(
            "The clock of this host is more than 2 s behind the brokers' clocks, so the trigger here does not lead.",
            "Check the time service of this host and of the brokers; the trigger leads again by itself when the clocks"
                    + " agree. If this clock is right and others ran ahead, it leads again once it has caught up: ticks"
                    + " up to then are decided already."),
    STATE_NOT_READ(
            "A new leader could not read the last leader's records to their end, so it gave up its leadership.",
            "Look for a partition without a leader or a transaction left open: carillon doctor."),
    STATE_UNREADABLE(
            "State in Kafka was written by a newer version.",
            "Run the version of Carillon and Java that wrote it, or a newer one.");

    private final String meaning;
    private final String fix;

    KitErrorCode(String meaning, String fix) {
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
