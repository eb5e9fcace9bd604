package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.AddressAnswer;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import java.util.List;

/** Judges whether Kafka answers at a bootstrap address; if not, the finding says which step failed. */
public final class AddressCheck {
    private AddressCheck() {}

    public static List<Finding> judge(AddressAnswer answer) {
        String at = answer.address();
        String detail = answer.detail().isEmpty() ? "" : " (" + answer.detail() + ")";
        return List.of(
                switch (answer.kind()) {
                    case ANSWERS -> Finding.good("Kafka answers at " + at);
                    case NO_ADDRESS ->
                        FindingKind.KAFKA_ADDRESS_BAD.found(
                                "'" + at + "' is not host:port",
                                "list the brokers as host:port, separated by commas: -b kafka-1:9092,kafka-2:9092");
                    case NAME_UNKNOWN ->
                        FindingKind.KAFKA_NAME_UNKNOWN.found(
                                "the host name of " + at + " can't be resolved",
                                "correct it with -b HOST:PORT, or add it to your DNS or /etc/hosts");
                    case REFUSED ->
                        FindingKind.KAFKA_REFUSED.found(
                                "nothing listens at " + at + detail,
                                "start the broker, or name another address with -b HOST:PORT; to try Carillon"
                                        + " without a cluster: carillon up");
                    case UNREACHABLE ->
                        FindingKind.KAFKA_UNREACHABLE.found(
                                "no connection to " + at + " could be opened" + detail,
                                "check firewalls and routes between this machine and the broker: nc -vz "
                                        + at.replace(':', ' '));
                    case NOT_KAFKA ->
                        FindingKind.KAFKA_NOT_KAFKA.found(
                                "the server at " + at + " does not speak the Kafka protocol" + detail,
                                "use the port of a broker's listener: grep listeners server.properties");
                    case WANTS_TLS ->
                        FindingKind.KAFKA_WANTS_TLS.found(
                                at + " expects TLS, and this client does not use it",
                                "set the security protocol to SSL or SASL_SSL; see: carillon config show");
                    case WITHOUT_TLS ->
                        FindingKind.KAFKA_WITHOUT_TLS.found(
                                at + " does not use TLS, and this client does",
                                "set the security protocol to PLAINTEXT or SASL_PLAINTEXT, or use the port of the"
                                        + " encrypted listener");
                    case TLS_REFUSED ->
                        FindingKind.KAFKA_TLS_REFUSED.found(
                                "the TLS handshake with " + at + " failed" + detail,
                                "check the truststore and the host name in the certificate: openssl s_client -connect "
                                        + at);
                    case WANTS_LOGIN ->
                        FindingKind.KAFKA_WANTS_LOGIN.found(
                                at + " requires a SASL login" + detail + ", and this client has none",
                                "set security protocol, SASL mechanism, user and password; see: carillon config show");
                    case WITHOUT_LOGIN ->
                        FindingKind.KAFKA_WITHOUT_LOGIN.found(
                                at + " does not support the SASL login of this client" + detail,
                                "set the SASL mechanism to one that the listener supports, or remove the login");
                    case LOGIN_REFUSED ->
                        FindingKind.KAFKA_LOGIN_REFUSED.found(
                                at + " refused the login" + detail,
                                "correct user and password; see: carillon config show");
                    case ADVERTISES_ELSEWHERE ->
                        FindingKind.KAFKA_ADVERTISES_ELSEWHERE.found(
                                at + " speaks Kafka, but the addresses it advertises don't answer" + detail,
                                "set advertised.listeners of the brokers to addresses that this machine can reach");
                });
    }
}
