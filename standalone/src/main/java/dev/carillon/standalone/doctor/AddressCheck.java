package dev.carillon.standalone.doctor;

import java.util.List;

/** Whether Kafka answers at an address of ours and, if not, who refuses what. */
final class AddressCheck {
    private AddressCheck() {}

    static List<Finding> judge(AddressAnswer answer) {
        String at = answer.address();
        String said = answer.detail().isEmpty() ? "" : " (" + answer.detail() + ")";
        return List.of(
                switch (answer.kind()) {
                    case ANSWERS -> Finding.good("Kafka answers at " + at);
                    case NO_ADDRESS ->
                        Trouble.KAFKA_ADDRESS_BAD.found(
                                "'" + at + "' is no host:port",
                                "name brokers as host:port, with commas between: -b kafka-1:9092,kafka-2:9092");
                    case NAME_UNKNOWN ->
                        Trouble.KAFKA_NAME_UNKNOWN.found(
                                "the name of " + at + " is not known",
                                "correct it with -b HOST:PORT, or add it to your DNS or /etc/hosts");
                    case REFUSED ->
                        Trouble.KAFKA_REFUSED.found(
                                "nothing listens at " + at + said,
                                "start the broker, or name another address with -b HOST:PORT; to try Carillon:"
                                        + " carillon up");
                    case UNREACHABLE ->
                        Trouble.KAFKA_UNREACHABLE.found(
                                "no connection to " + at + " comes about" + said,
                                "look at firewalls and networks between here and there: nc -vz "
                                        + at.replace(':', ' '));
                    case NOT_KAFKA ->
                        Trouble.KAFKA_NOT_KAFKA.found(
                                "what listens at " + at + " does not speak as Kafka does" + said,
                                "name the port of the broker's listener: grep listeners server.properties");
                    case WANTS_TLS ->
                        Trouble.KAFKA_WANTS_TLS.found(
                                at + " speaks TLS, and this client does not",
                                "set the security protocol to SSL or SASL_SSL; see: carillon config show");
                    case WITHOUT_TLS ->
                        Trouble.KAFKA_WITHOUT_TLS.found(
                                at + " does not speak TLS, and this client does",
                                "set the security protocol to PLAINTEXT or SASL_PLAINTEXT, or name the port of the"
                                        + " encrypted listener");
                    case TLS_REFUSED ->
                        Trouble.KAFKA_TLS_REFUSED.found(
                                "the TLS handshake with " + at + " failed" + said,
                                "look at the truststore and the host name in the certificate: openssl s_client -connect "
                                        + at);
                    case WANTS_LOGIN ->
                        Trouble.KAFKA_WANTS_LOGIN.found(
                                at + " wants a SASL login" + said + ", and this client has none",
                                "set security protocol, SASL mechanism, user and password; see: carillon config show");
                    case WITHOUT_LOGIN ->
                        Trouble.KAFKA_WITHOUT_LOGIN.found(
                                at + " does not know the login that this client offers" + said,
                                "set the SASL mechanism to one that the listener has, or leave the login out");
                    case LOGIN_REFUSED ->
                        Trouble.KAFKA_LOGIN_REFUSED.found(
                                at + " refused the login" + said,
                                "correct user and password; see: carillon config show");
                    case ADVERTISES_ELSEWHERE ->
                        Trouble.KAFKA_ADVERTISES_ELSEWHERE.found(
                                at + " speaks Kafka, but the addresses it advertises don't answer" + said,
                                "set advertised.listeners of the brokers to addresses that can be reached from here");
                });
    }
}
