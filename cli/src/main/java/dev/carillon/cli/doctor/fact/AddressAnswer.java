package dev.carillon.cli.doctor.fact;

/**
 * The result of probing one bootstrap address.
 *
 * @param detail the message of the failure; may be empty
 */
public record AddressAnswer(String address, Kind kind, String detail) {
    /** In the order of the probe: each kind is reported only if those before it are ruled out. */
    public enum Kind {
        NO_ADDRESS,
        NAME_UNKNOWN,
        REFUSED,
        UNREACHABLE,
        NOT_KAFKA,
        WANTS_TLS,
        WITHOUT_TLS,
        TLS_REFUSED,
        WANTS_LOGIN,
        WITHOUT_LOGIN,
        LOGIN_REFUSED,
        ADVERTISES_ELSEWHERE,
        ANSWERS
    }
}
