package dev.carillon.kit.kafka;

import dev.carillon.kit.config.ForeignSettings.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The settings of Kafka's clients that can't be passed through, and why. */
final class KafkaRefusals {
    private static final String REMOVE = "Remove it";

    /** Settings that bring foreign code, addresses or programs into the process. */
    private static final Pattern FOREIGN_CODE = Pattern.compile(
            ".*(interceptor|serializer|reporters|\\.class|providers|callback|oauth|\\.url|kerberos|ssl\\.provider).*");

    private static final Map<String, Refusal> BY_NAME = byName();

    private KafkaRefusals() {}

    static Optional<Refusal> of(String name, boolean loadsClass) {
        Refusal known = BY_NAME.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        if (loadsClass || FOREIGN_CODE.matcher(name).matches()) {
            return Optional.of(new Refusal(
                    "it could load foreign code, run a program or call a foreign address",
                    "Remove it; logins are made with the settings kafka.sasl.* and kafka.tls.*"));
        }
        if (name.startsWith("sasl.login.")) {
            return Optional.of(new Refusal("it belongs to logins that Carillon does not make", REMOVE));
        }
        if (name.startsWith("share.")) {
            return Optional.of(new Refusal("Carillon has no share consumers", REMOVE));
        }
        return Optional.empty();
    }

    private static Map<String, Refusal> byName() {
        Map<String, Refusal> all = new LinkedHashMap<>();
        typed(all, "bootstrap.servers", "kafka.bootstrap-servers");
        typed(all, "client.id", "kafka.client-id-prefix");
        typed(all, "request.timeout.ms", "kafka.request-timeout");
        typed(all, "socket.connection.setup.timeout.ms", "kafka.connect-timeout");
        typed(all, "socket.connection.setup.timeout.max.ms", "kafka.connect-timeout");
        typed(all, "delivery.timeout.ms", "kafka.delivery-timeout");
        typed(all, "max.block.ms", "kafka.delivery-timeout");
        typed(all, "security.protocol", "kafka.security-protocol");
        typed(all, "sasl.mechanism", "kafka.sasl.mechanism");
        typed(all, "sasl.jaas.config", "kafka.sasl.mechanism, kafka.sasl.username and kafka.sasl.password");
        typed(all, "ssl.endpoint.identification.algorithm", "kafka.tls.check-host-name");
        for (String trust : new String[] {"location", "type", "certificates"}) {
            typed(all, "ssl.truststore." + trust, "kafka.tls.ca-file");
        }
        typed(all, "ssl.truststore.password", "kafka.tls.ca-password");
        for (String own : new String[] {"location", "type", "certificate.chain"}) {
            typed(all, "ssl.keystore." + own, "kafka.tls.certificate-file");
        }
        typed(all, "ssl.keystore.key", "kafka.tls.key-file");
        typed(all, "ssl.keystore.password", "kafka.tls.key-password");
        typed(all, "ssl.key.password", "kafka.tls.key-password");
        typed(all, "session.timeout.ms", "worker.session-timeout or collector.session-timeout");
        typed(all, "heartbeat.interval.ms", "worker.session-timeout or collector.session-timeout");
        own(all, "acks", "a record that one broker loses would be a tick that is lost");
        own(all, "enable.idempotence", "a repeated request would be a doubled tick");
        own(all, "max.in.flight.requests.per.connection", "records have to stay in the order they were written in");
        own(all, "retries", "kafka.delivery-timeout alone says for how long a record is tried again");
        own(all, "max.request.size", "sizes are limited before a record is sent, and the topics are made for them");
        own(all, "transactional.id", "with it the next leader fences the last one");
        own(all, "transaction.timeout.ms", "it limits how long a dead process hides later records");
        own(all, "transaction.two.phase.commit.enable", "transactions would stay open for ever");
        own(all, "partitioner.ignore.keys", "an execution's records have to be in one partition");
        own(all, "isolation.level", "tasks of an aborted slice would run");
        own(all, "check.crcs", "a damaged record would be run");
        own(all, "enable.auto.commit", "offsets are committed together with the results");
        own(all, "auto.commit.interval.ms", "offsets are committed together with the results");
        own(all, "auto.offset.reset", "records would be skipped");
        own(all, "allow.auto.create.topics", "topics need their own settings; make them with: carillon topics create");
        own(all, "exclude.internal.topics", "Carillon names each topic that it reads");
        own(all, "group.id", "the group follows from the namespace and the queue");
        own(all, "group.instance.id", "it follows from the name of the worker or collector");
        own(all, "group.protocol", "one worker has to get equal partitions of a queue's topics");
        own(all, "group.remote.assignor", "one worker has to get equal partitions of a queue's topics");
        own(all, "partition.assignment.strategy", "one worker has to get equal partitions of a queue's topics");
        own(all, "max.poll.interval.ms", "it follows from how the loops poll");
        own(all, "max.poll.records", "it follows from worker.buffer");
        own(all, "bootstrap.controllers", "Carillon talks to brokers");
        return all;
    }

    private static void typed(Map<String, Refusal> all, String name, String keys) {
        all.put(name, new Refusal("Carillon has a setting of its own for this", "Set " + keys + " instead"));
    }

    private static void own(Map<String, Refusal> all, String name, String why) {
        all.put(name, new Refusal("Carillon sets it itself: " + why, REMOVE));
    }
}
