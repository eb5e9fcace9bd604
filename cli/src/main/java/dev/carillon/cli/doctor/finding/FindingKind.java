package dev.carillon.cli.doctor.finding;

import static dev.carillon.cli.doctor.finding.Severity.BROKEN;
import static dev.carillon.cli.doctor.finding.Severity.NOTE;
import static dev.carillon.cli.doctor.finding.Severity.RISKY;

/** Every problem that the doctor finds, with its severity and why it matters. Scripts match on the names. */
public enum FindingKind {
    NOT_CHECKED(NOTE, "This check could not be made, so the state is unknown."),
    TOO_SLOW(RISKY, "A cluster that takes this long to answer is overloaded or only partly reachable."),

    KAFKA_ADDRESS_BAD(BROKEN, "Every part of Carillon needs Kafka and finds it by this address."),
    KAFKA_NAME_UNKNOWN(BROKEN, "This machine can't resolve the broker's name, so nothing on it can connect."),
    KAFKA_REFUSED(BROKEN, "The broker is down, or it listens on another port."),
    KAFKA_UNREACHABLE(BROKEN, "Packets do not get through: a firewall, a wrong network, or a host that is down."),
    KAFKA_SILENT(BROKEN, "The port is open, but a broker that takes this long to answer can't serve clients."),
    KAFKA_NOT_KAFKA(BROKEN, "Something other than Kafka listens on the port."),
    KAFKA_WANTS_TLS(BROKEN, "The listener is encrypted and this client is not, so they can't connect."),
    KAFKA_WITHOUT_TLS(BROKEN, "This client is encrypted and the listener is not, so they can't connect."),
    KAFKA_TLS_REFUSED(BROKEN, "One side does not trust the other's certificate, so they can't connect."),
    KAFKA_WANTS_LOGIN(BROKEN, "The listener requires a login, and this client has none configured."),
    KAFKA_WITHOUT_LOGIN(BROKEN, "This client is configured to log in, and the listener does not support that login."),
    KAFKA_LOGIN_REFUSED(BROKEN, "The broker does not accept this user and password."),
    KAFKA_ADVERTISES_ELSEWHERE(
            BROKEN,
            "After the first contact, clients use the addresses that brokers advertise; those don't answer from here."),
    KAFKA_TOO_OLD(
            RISKY,
            "Carillon is tested with Kafka 4.1 and newer; older brokers can't list the transactions that it ends."),
    BROKER_ALONE(NOTE, "While it is down, everything waits; if its disk fails, everything is lost."),

    TOPICS_MISSING(BROKEN, "No role starts without its topics."),
    TOPICS_HIDDEN(BROKEN, "Roles that run as this user can't use these topics."),
    CONTROL_TOPIC_SPLIT(
            BROKEN, "Control topics need one total order: with several partitions, changes overtake each other."),
    DATA_TOPICS_UNEQUAL(
            BROKEN,
            "An execution uses the same partition number in all data topics; unequal numbers scatter its records."),
    TOPIC_TIMESTAMPS(
            BROKEN, "Record times then come from the producers' clocks, and deadlines and retries depend on them."),
    TOPIC_CLEANUP(BROKEN, "Records that are still needed are deleted, or records that should go are kept."),
    TOPIC_FORGETS_EARLY(BROKEN, "A task may start up to six days later; it is deleted before it does."),
    TOPIC_FORGETS_LATE(NOTE, "It costs disk space and makes some reads longer; nothing breaks."),
    TOPIC_RECORDS_SMALL(BROKEN, "Brokers refuse records of a size that Carillon allows."),
    TOPIC_RECORDS_LARGE(NOTE, "A record may be too large for the other topics; it then becomes a dead letter."),
    TOPIC_COMPACTION(
            RISKY,
            "A new leader reads the topic from its start: late compaction slows that, early compaction loses history."),
    TOPIC_SIZE_LIMIT(RISKY, "When the topic reaches this size, Kafka deletes records, even unread ones."),
    COMPACTION_BEHIND(RISKY, "A new leader reads the topic from its start, and outdated records make that slow."),

    REPLICAS_SINGLE(RISKY, "While a broker is down, its partitions are unavailable; if its disk fails, they are lost."),
    REPLICAS_NO_SPARE(RISKY, "While one of these brokers is down, nothing can be written."),
    REPLICAS_TOO_FEW_ALIVE(BROKEN, "Kafka accepts no record until that many replicas have it."),
    PARTITIONS_OFFLINE(BROKEN, "Nothing can be written to or read from a partition without a leader."),
    PARTITIONS_UNDER_REPLICATED(RISKY, "One more failure may make the partition unavailable or lose it."),
    REPLICATION_UNREACHABLE(BROKEN, "Topics can't be created with more replicas than there are brokers."),
    UNCLEAN_ELECTION(RISKY, "A broker that lacks records may become leader, and acknowledged records are lost."),

    TRANSACTIONS_OLD(RISKY, "A late message of an earlier transaction can then become part of the next one."),
    TRANSACTIONS_LONG(
            RISKY,
            "Any client may keep a transaction open for this long, which hides all records behind it from readers."),
    TRANSACTION_HANGING(RISKY, "Readers wait at its first record: all records behind it are invisible until it ends."),

    RIGHTS_MISSING(BROKEN, "Brokers refuse the requests of roles that run as this user."),
    GROUP_SESSION_REFUSED(BROKEN, "Brokers refuse group members whose session timeout is outside their limits."),

    CLOCK_OFF(BROKEN, "Beyond 2 s no role starts timed work, because it could start too early."),
    CLOCK_DRIFTS(RISKY, "At a difference of 2 s, roles stop their timed work."),

    BROKER_DISK_FAILED(BROKEN, "The partitions on it can't be read or written."),
    BROKER_DISK_FULL(BROKEN, "A broker that can't write stops."),
    BROKER_DISK_LOW(RISKY, "A broker that can't write stops."),
    DISK_FULL(BROKEN, "The collector stores open executions and timers there, and can't work without free space."),
    DISK_LOW(RISKY, "The collector stores open executions and timers there, and can't work without free space."),
    DIRECTORY_UNWRITABLE(BROKEN, "The collector stores open executions and timers there."),
    FILES_FEW(RISKY, "State stores, connections and an embedded broker open files; at the limit they fail."),
    JAVA_OLD(BROKEN, "Carillon needs Java 17 or newer."),

    ZOOKEEPER_ADDRESS_BAD(BROKEN, "Triggers elect their leader through ZooKeeper and find it by this address."),
    ZOOKEEPER_UNREACHABLE(BROKEN, "Triggers elect their leader there: without it, no trigger starts to lead."),
    ZOOKEEPER_PATH_REFUSED(BROKEN, "Triggers queue for leadership by writing there."),
    ZOOKEEPER_SESSION_LONG(RISKY, "When a leader dies, the next one waits until its session has expired."),
    ZOOKEEPER_SESSION_SHORT(
            NOTE, "The server allows no longer session: a leader that pauses for longer loses the leadership."),

    NO_WORKER(NOTE, "Tasks wait in their topics until a worker starts."),
    TYPE_UNSERVED(NOTE, "Its tasks wait, or fail, until a worker of their queue serves the type."),
    SCHEDULE_UNREADABLE(RISKY, "A definition that can't be read has no effect.");

    private final Severity severity;
    private final String why;

    FindingKind(Severity severity, String why) {
        this.severity = severity;
        this.why = why;
    }

    public Severity severity() {
        return severity;
    }

    public String why() {
        return why;
    }

    public Finding found(String seen, String fix) {
        return new Finding(name(), severity, seen, why, fix);
    }
}
