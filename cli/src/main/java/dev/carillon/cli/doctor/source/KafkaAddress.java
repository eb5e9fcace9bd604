package dev.carillon.cli.doctor.source;

import dev.carillon.cli.doctor.fact.AddressAnswer;
import dev.carillon.cli.doctor.fact.AddressAnswer.Kind;
import dev.carillon.cli.doctor.fact.FactSource;
import dev.carillon.cli.doctor.finding.SentenceParts;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaDefaults;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Probes one bootstrap address step by step: name, port, protocol, login. */
public final class KafkaAddress implements FactSource<AddressAnswer> {
    private static final int NO_DEFAULT_PORT = -1;
    private static final int ANSWER_MILLIS = 2_500;
    /** For a second try: a busy broker must not be reported as a wrong configuration. */
    private static final int SECOND_ANSWER_MILLIS = 4_500;

    private final KafkaConfig config;
    private final String address;

    public KafkaAddress(KafkaConfig config, String address) {
        this.config = config;
        this.address = address.trim();
    }

    @Override
    public AddressAnswer gather() throws InterruptedException {
        TcpProbe.Rung probe = TcpProbe.connect(address, NO_DEFAULT_PORT);
        return switch (probe.outcome()) {
            case NO_ADDRESS -> answer(Kind.NO_ADDRESS, "");
            case NAME_UNKNOWN -> answer(Kind.NAME_UNKNOWN, "");
            case REFUSED -> answer(Kind.REFUSED, probe.message());
            case UNREACHABLE -> answer(Kind.UNREACHABLE, probe.message());
            case OPENED -> askKafka(Objects.requireNonNull(probe.at()));
        };
    }

    private AddressAnswer askKafka(InetSocketAddress socketAddress) throws InterruptedException {
        Map<String, Object> settings = KafkaDefaults.admin(config, "doctor");
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, address);
        String protocol = String.valueOf(
                        settings.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "PLAINTEXT"))
                .toUpperCase(Locale.ROOT);
        try {
            Throwable failure = failure(settings, ANSWER_MILLIS);
            if (failure == null) {
                return answer(Kind.ANSWERS, "");
            }
            AddressAnswer found = diagnose(failure, protocol, ProtocolProbe.probe(socketAddress));
            boolean answersLater = found.kind() == Kind.ADVERTISES_ELSEWHERE
                    && failure instanceof TimeoutException
                    && failure(settings, SECOND_ANSWER_MILLIS) == null;
            return answersLater ? answer(Kind.ANSWERS, "") : found;
        } catch (KafkaException e) {
            return answer(Kind.TLS_REFUSED, SentenceParts.of(e.getCause() == null ? e : e.getCause()));
        }
    }

    /** The failure of one request; null if the broker answered it. */
    private static @Nullable Throwable failure(Map<String, Object> settings, int withinMillis)
            throws InterruptedException {
        settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, withinMillis);
        settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, withinMillis);
        Admin admin = Admin.create(settings);
        try {
            admin.describeCluster(new DescribeClusterOptions().timeoutMs(withinMillis))
                    .nodes()
                    .get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /** Kafka's client reports only that it failed; the listener's protocol narrows down why. */
    private AddressAnswer diagnose(Throwable failure, String protocol, Optional<ProtocolProbe.Speech> found) {
        if (failure instanceof SaslAuthenticationException && found.isPresent()) {
            boolean unsupported = SentenceParts.of(failure).contains("nexpected handshake request")
                    || found.get().logins().isEmpty();
            return answer(unsupported ? Kind.WITHOUT_LOGIN : Kind.LOGIN_REFUSED, SentenceParts.of(failure));
        }
        if (found.isEmpty()) {
            return answer(Kind.NOT_KAFKA, SentenceParts.of(failure));
        }
        ProtocolProbe.Speech listener = found.get();
        boolean encrypted = protocol.endsWith("SSL");
        if (listener.tls() != encrypted) {
            return answer(listener.tls() ? Kind.WANTS_TLS : Kind.WITHOUT_TLS, "");
        }
        if (failure instanceof SslAuthenticationException) {
            return answer(Kind.TLS_REFUSED, SentenceParts.of(failure));
        }
        boolean logsIn = protocol.startsWith("SASL");
        if (!listener.logins().isEmpty() && !logsIn) {
            return answer(Kind.WANTS_LOGIN, "it supports " + String.join(", ", listener.logins()));
        }
        if (listener.logins().isEmpty() && logsIn) {
            return answer(Kind.WITHOUT_LOGIN, "");
        }
        return answer(Kind.ADVERTISES_ELSEWHERE, SentenceParts.of(failure));
    }

    private AddressAnswer answer(Kind kind, String detail) {
        return new AddressAnswer(address, kind, detail);
    }
}
