package dev.carillon.kit.lifecycle;

import java.time.Duration;

/** Something that runs between a start and a stop, with the contract of this package. */
public interface Service {
    String name();

    /** Returns when the service runs. Does nothing if it already does; a stopped or failed service starts again. */
    void start() throws Exception;

    /** Returns when the service has stopped or the time is over; never throws, may be called often and at any time. */
    void stop(Duration within);

    ServiceState state();
}
