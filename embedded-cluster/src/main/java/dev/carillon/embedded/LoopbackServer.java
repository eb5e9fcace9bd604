package dev.carillon.embedded;

/** A running server; it is created by its start and not used after {@link #stop}. */
interface LoopbackServer {

    /** Returns when the server has released its port and its files. */
    void stop();
}
