package dev.carillon.standalone.doctor;

/**
 * How one bootstrap address answers.
 *
 * @param detail the words of whoever refused; may be empty
 */
record AddressAnswer(String address, Kind kind, String detail) {
    /** From the outside in: each is only told once those before it are ruled out. */
    enum Kind {
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
