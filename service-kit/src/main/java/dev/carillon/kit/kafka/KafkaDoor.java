package dev.carillon.kit.kafka;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;

/** Tells, in our words, why a Kafka that is there does not let us in. */
final class KafkaDoor {
    private KafkaDoor() {}

    /**
     * Returns if the failure has to do with something else.
     *
     * @throws CodedException KAFKA_ACCESS_DENIED or KAFKA_TLS_FAILED
     */
    static void requireOpen(KafkaConfig config, Throwable failure) {
        if (failure instanceof SslAuthenticationException) {
            throw new CodedException(
                    KitErrorCode.KAFKA_TLS_FAILED,
                    "no TLS connection to Kafka at " + config.addresses() + " comes about (" + deepest(failure) + "). "
                            + fix(deepest(failure)),
                    failure);
        }
        if (failure instanceof AuthenticationException) {
            KafkaLogin login = config.security().login();
            String who = login.username() == null ? "us" : "the user " + login.username();
            throw new CodedException(
                    KitErrorCode.KAFKA_ACCESS_DENIED,
                    "Kafka at " + config.addresses() + " does not let " + who + " in (" + failure.getMessage()
                            + "). Correct kafka.sasl.username, kafka.sasl.password or kafka.sasl.mechanism",
                    failure);
        }
    }

    /**
     * For a client that could not even be made: with certificates that is their fault.
     *
     * @throws CodedException KAFKA_TLS_FAILED
     */
    static void requireUsable(KafkaConfig config, KafkaException failure) {
        if (config.security().protocol().encrypts()) {
            throw new CodedException(
                    KitErrorCode.KAFKA_TLS_FAILED,
                    "the files of kafka.tls. can't be used (" + deepest(failure)
                            + "). Correct the files or their passwords",
                    failure);
        }
    }

    /** What a silent listener may be waiting for. */
    static String hint(KafkaSecurity security) {
        return switch (security.protocol()) {
            case PLAINTEXT -> "; if that listener asks for TLS or a password, set kafka.security-protocol";
            case SASL_PLAINTEXT -> "; if that listener speaks TLS, set kafka.security-protocol to sasl-ssl";
            case SSL, SASL_SSL ->
                "; if that listener speaks no TLS, set kafka.security-protocol to plaintext or" + " sasl-plaintext";
        };
    }

    private static String fix(String reason) {
        if (reason.contains("No subject alternative") || reason.contains("No name matching")) {
            return "Call the broker by a name in its certificate, or set kafka.tls.check-host-name to false";
        }
        if (reason.contains("unable to find valid certification path") || reason.contains("PKIX")) {
            return "Set kafka.tls.ca-file to the certificate of the authority that signed the broker's";
        }
        if (reason.contains("Unsupported or unrecognized SSL message")) {
            return "That listener speaks no TLS: name another one with -b, or set kafka.security-protocol to plaintext or"
                    + " sasl-plaintext";
        }
        if (reason.contains("bad_certificate") || reason.contains("certificate_required")) {
            return "The broker wants a certificate of ours: set kafka.tls.certificate-file";
        }
        return "Check kafka.tls.ca-file, kafka.tls.certificate-file and kafka.security-protocol";
    }

    private static String deepest(Throwable failure) {
        Throwable deepest = failure;
        for (int depth = 0; deepest.getCause() != null && depth < 20; depth++) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage());
    }
}
