package dev.carillon.collector.partition;

/** Whether timers may fire: not while our clock is far from the brokers'. */
public interface TimedWork {
    boolean allowed();
}
