package dev.carillon.standalone.doctor;

import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaDefaults;
import dev.carillon.standalone.doctor.AddressAnswer.Kind;
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

/** Tries one bootstrap address, from the outside in: name, port, language, login. */
final class KafkaAddress implements Fact<AddressAnswer> {
    private static final int NO_DEFAULT_PORT = -1;
    private static final int ANSWER_MILLIS = 2_500;
    /** For a broker that speaks as it should: a busy machine is not to be taken for a wrong configuration. */
    private static final int SECOND_ANSWER_MILLIS = 4_500;

    private final KafkaConfig config;
    private final String address;

    KafkaAddress(KafkaConfig config, String address) {
        this.config = config;
        this.address = address.trim();
    }

    @Override
    public AddressAnswer gather() throws InterruptedException {
        Doorbell.Rung rung = Doorbell.ring(address, NO_DEFAULT_PORT);
        return switch (rung.ring()) {
            case NO_ADDRESS -> answer(Kind.NO_ADDRESS, "");
            case NAME_UNKNOWN -> answer(Kind.NAME_UNKNOWN, "");
            case REFUSED -> answer(Kind.REFUSED, rung.words());
            case UNREACHABLE -> answer(Kind.UNREACHABLE, rung.words());
            case OPENED -> spoken(Objects.requireNonNull(rung.at()));
        };
    }

    private AddressAnswer spoken(InetSocketAddress socketAddress) throws InterruptedException {
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
            AddressAnswer found = misunderstood(failure, protocol, Greeting.greet(socketAddress));
            boolean answersLater = found.kind() == Kind.ADVERTISES_ELSEWHERE
                    && failure instanceof TimeoutException
                    && failure(settings, SECOND_ANSWER_MILLIS) == null;
            return answersLater ? answer(Kind.ANSWERS, "") : found;
        } catch (KafkaException e) {
            return answer(Kind.TLS_REFUSED, Words.of(e.getCause() == null ? e : e.getCause()));
        }
    }

    /** What became of one question; null if it was answered. */
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

    /** Kafka's client only knows that it failed; what the listener speaks says more. */
    private AddressAnswer misunderstood(Throwable failure, String protocol, Optional<Greeting.Speech> heard) {
        if (failure instanceof SaslAuthenticationException && heard.isPresent()) {
            boolean known = Words.of(failure).contains("nexpected handshake request")
                    || heard.get().logins().isEmpty();
            return answer(known ? Kind.WITHOUT_LOGIN : Kind.LOGIN_REFUSED, Words.of(failure));
        }
        if (heard.isEmpty()) {
            return answer(Kind.NOT_KAFKA, Words.of(failure));
        }
        Greeting.Speech speech = heard.get();
        boolean encrypted = protocol.endsWith("SSL");
        if (speech.tls() != encrypted) {
            return answer(speech.tls() ? Kind.WANTS_TLS : Kind.WITHOUT_TLS, "");
        }
        if (failure instanceof SslAuthenticationException) {
            return answer(Kind.TLS_REFUSED, Words.of(failure));
        }
        boolean logsIn = protocol.startsWith("SASL");
        if (!speech.logins().isEmpty() && !logsIn) {
            return answer(Kind.WANTS_LOGIN, "it knows " + String.join(", ", speech.logins()));
        }
        if (speech.logins().isEmpty() && logsIn) {
            return answer(Kind.WITHOUT_LOGIN, "");
        }
        return answer(Kind.ADVERTISES_ELSEWHERE, Words.of(failure));
    }

    private AddressAnswer answer(Kind kind, String detail) {
        return new AddressAnswer(address, kind, detail);
    }
}
