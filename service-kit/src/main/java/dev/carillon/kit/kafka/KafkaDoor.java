package dev.carillon.kit.kafka;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;

/** Explains why a reachable Kafka refuses a client, with the settings to correct. */
final class KafkaDoor {
    private KafkaDoor() {}

    /**
     * Throws if the failure is a refused login or TLS connection; returns otherwise.
     *
     * @throws CodedException KAFKA_ACCESS_DENIED or KAFKA_TLS_FAILED
     */
    static void throwIfRefused(KafkaConfig config, Throwable failure) {
        if (failure instanceof SslAuthenticationException) {
            throw new CodedException(
                    KitErrorCode.KAFKA_TLS_FAILED,
                    "the TLS connection to Kafka at " + config.addresses() + " failed (" + deepest(failure) + "). "
                            + fix(deepest(failure)),
                    failure);
        }
        if (failure instanceof AuthenticationException) {
            KafkaLogin login = config.security().login();
            String user = login.username() == null ? "a client without a user" : "the user " + login.username();
            throw new CodedException(
                    KitErrorCode.KAFKA_ACCESS_DENIED,
                    "Kafka at " + config.addresses() + " refuses the login of " + user + " (" + failure.getMessage()
                            + "). Correct kafka.sasl.username, kafka.sasl.password or kafka.sasl.mechanism",
                    failure);
        }
    }

    /**
     * Throws if a client could not be created because of its TLS files; returns otherwise.
     *
     * @throws CodedException KAFKA_TLS_FAILED
     */
    static void throwIfFilesUnusable(KafkaConfig config, KafkaException failure) {
        if (config.security().protocol().encrypts()) {
            throw new CodedException(
                    KitErrorCode.KAFKA_TLS_FAILED,
                    "the files of kafka.tls. can't be used (" + deepest(failure)
                            + "). Correct the files or their passwords",
                    failure);
        }
    }

    /** What a listener that accepts connections but does not answer may expect. */
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
            return "That listener speaks no TLS: name another one with -b, or set kafka.security-protocol to plaintext"
                    + " or sasl-plaintext";
        }
        if (reason.contains("bad_certificate") || reason.contains("certificate_required")) {
            return "The broker requires a client certificate: set kafka.tls.certificate-file";
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
