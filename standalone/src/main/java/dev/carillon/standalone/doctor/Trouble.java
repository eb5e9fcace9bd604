package dev.carillon.standalone.doctor;

import static dev.carillon.standalone.doctor.Severity.BROKEN;
import static dev.carillon.standalone.doctor.Severity.NOTE;
import static dev.carillon.standalone.doctor.Severity.RISKY;

/** All that can be wrong, with how bad it is and why it matters. The names are stable: scripts match on them. */
public enum Trouble {
    NOT_CHECKED(NOTE, "Nobody knows whether it is as it should be."),
    TOO_SLOW(RISKY, "A cluster that needs so long for a question is busy or half reachable."),

    KAFKA_ADDRESS_BAD(BROKEN, "Every part of Carillon lives on Kafka and finds it by this address."),
    KAFKA_NAME_UNKNOWN(BROKEN, "The name service of this machine does not know the broker, so nothing can reach it."),
    KAFKA_REFUSED(BROKEN, "Nothing listens there: the broker is down, or the port is another one."),
    KAFKA_UNREACHABLE(BROKEN, "Packets don't come through: a firewall, a wrong network or a host that is down."),
    KAFKA_SILENT(BROKEN, "Somebody listens, but a broker that takes so long for a greeting serves nobody."),
    KAFKA_NOT_KAFKA(BROKEN, "Something else listens on the port."),
    KAFKA_WANTS_TLS(BROKEN, "The listener is encrypted and this client is not, so they can't understand each other."),
    KAFKA_WITHOUT_TLS(BROKEN, "This client is encrypted and the listener is not, so they can't understand each other."),
    KAFKA_TLS_REFUSED(BROKEN, "One side does not trust the other's certificate, so no connection comes about."),
    KAFKA_WANTS_LOGIN(BROKEN, "The listener asks everybody to log in, and this client is not told how."),
    KAFKA_WITHOUT_LOGIN(BROKEN, "This client wants to log in and the listener does not know how."),
    KAFKA_LOGIN_REFUSED(BROKEN, "The broker does not accept this name and password."),
    KAFKA_ADVERTISES_ELSEWHERE(
            BROKEN, "Clients go on to the addresses that a broker names in its answers; those don't answer from here."),
    KAFKA_TOO_OLD(RISKY, "Carillon is tested with Kafka 4.1 and newer; older ones can't list what it sweeps."),
    BROKER_ALONE(NOTE, "When it stops, everything waits for it; when its disk dies, everything is lost."),

    TOPICS_MISSING(BROKEN, "Nothing starts without its topics."),
    TOPICS_HIDDEN(BROKEN, "This user may not see them, so nothing that runs as this user can use them."),
    CONTROL_TOPIC_SPLIT(
            BROKEN, "Control topics need one total order: with more partitions, changes overtake each other."),
    DATA_TOPICS_UNEQUAL(
            BROKEN,
            "An execution lives in the same partition number of all data topics; with unequal ones it is split."),
    TOPIC_TIMESTAMPS(
            BROKEN, "Times in the log then come from any producer's clock, and deadlines and retries with them."),
    TOPIC_CLEANUP(BROKEN, "Records are deleted that are still needed, or kept that should go."),
    TOPIC_FORGETS_EARLY(BROKEN, "Work that may start six days later is deleted before it does."),
    TOPIC_FORGETS_LATE(NOTE, "It costs disk and makes some reads longer; nothing breaks."),
    TOPIC_RECORDS_SMALL(BROKEN, "Records that Carillon allows are refused by the broker."),
    TOPIC_RECORDS_LARGE(NOTE, "Records may come that other topics can't take; they end in dead-letters."),
    TOPIC_COMPACTION(RISKY, "A takeover reads the topic from its start, and history is forgotten early or grows."),
    TOPIC_SIZE_LIMIT(RISKY, "When the limit is reached, work is deleted that nobody has read."),
    COMPACTION_BEHIND(RISKY, "A takeover reads the topic from its start; with much dead weight it is slow."),

    REPLICAS_SINGLE(RISKY, "One broker's end makes the partitions unavailable, and its disk's end loses them."),
    REPLICAS_NO_SPARE(RISKY, "While any of the brokers is down, nothing can be written."),
    REPLICAS_TOO_FEW_ALIVE(BROKEN, "Kafka takes no record until so many brokers have it."),
    PARTITIONS_OFFLINE(BROKEN, "No broker leads them: nothing can be written or read there."),
    PARTITIONS_UNDER_REPLICATED(RISKY, "Copies are missing; one more failure may stop or lose the partition."),
    REPLICATION_UNREACHABLE(BROKEN, "Topics can't be created with more copies than there are brokers."),
    UNCLEAN_ELECTION(RISKY, "A broker that lacks records may become leader, and what was confirmed is lost."),

    TRANSACTIONS_OLD(
            RISKY, "A message of an old incarnation that arrives late can then end up in the next transaction."),
    TRANSACTIONS_LONG(
            RISKY, "Any client may keep a transaction open so long, and hides all that lies behind it from readers."),
    TRANSACTION_HANGING(RISKY, "Readers wait at its first record: everything behind it is invisible until it ends."),

    RIGHTS_MISSING(BROKEN, "What runs as this user is refused by the brokers."),
    GROUP_SESSION_REFUSED(BROKEN, "Brokers refuse members whose session is outside their limits."),

    CLOCK_OFF(BROKEN, "Beyond 2 s no role starts timed work: it could be early."),
    CLOCK_DRIFTS(RISKY, "At 2 s roles stop their timed work."),

    BROKER_DISK_FAILED(BROKEN, "What lies on it can't be read or written."),
    BROKER_DISK_FULL(BROKEN, "A broker that can't write stops."),
    BROKER_DISK_LOW(RISKY, "A broker that can't write stops."),
    DISK_FULL(BROKEN, "The collector keeps open executions and timers there, and can't go on without room."),
    DISK_LOW(RISKY, "The collector keeps open executions and timers there, and can't go on without room."),
    DIRECTORY_UNWRITABLE(BROKEN, "The collector keeps open executions and timers there."),
    FILES_FEW(RISKY, "State stores, connections and an embedded broker open files; at the limit they fail."),
    JAVA_OLD(BROKEN, "Carillon is compiled for Java 17."),

    ZOOKEEPER_ADDRESS_BAD(BROKEN, "Triggers choose their leader through ZooKeeper and find it by this address."),
    ZOOKEEPER_UNREACHABLE(BROKEN, "Triggers choose their leader there: without it none starts to lead."),
    ZOOKEEPER_PATH_REFUSED(BROKEN, "Triggers write their place in the queue for leadership there."),
    ZOOKEEPER_SESSION_LONG(RISKY, "After a leader's death the next one waits until its session has ended."),
    ZOOKEEPER_SESSION_SHORT(NOTE, "The server allows no longer one: a pause beyond it costs the leadership."),

    NO_WORKER(NOTE, "Tasks wait in their topics until one comes."),
    TYPE_UNSERVED(NOTE, "Its tasks wait, or fail, until a worker of its queue serves the type."),
    SCHEDULE_UNREADABLE(RISKY, "It does not fire as it stands there.");

    private final Severity severity;
    private final String why;

    Trouble(Severity severity, String why) {
        this.severity = severity;
        this.why = why;
    }

    public Severity severity() {
        return severity;
    }

    public String why() {
        return why;
    }

    Finding found(String seen, String fix) {
        return new Finding(name(), severity, seen, why, fix);
    }
}
