package dev.carillon.collector.partition;

/** Tells whether timers may fire: not while this machine's clock is far from the brokers'. */
public interface TimedWork {
    boolean allowed();
}
