package dev.carillon.embedded;

/** A server that runs; there is none before it runs and none after it was stopped. */
interface LoopbackServer {

    /** Returns when the server has let go of its port and its files. */
    void stop();
}
