package dev.carillon.client.event;

import dev.carillon.client.problem.InterruptHandling;
import dev.carillon.kit.lifecycle.Loop;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.lifecycle.LoopRhythm;
import java.time.Clock;
import java.time.Duration;

/** A client thread that runs from its construction until it is closed. */
public final class StartedLoop implements AutoCloseable {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    private final Loop loop;

    /** Returns when the body has begun; what it throws there is thrown here. */
    public StartedLoop(String name, Clock clock, LoopBody body) {
        loop = new Loop(name, clock, body, LoopRhythm.unpaused());
        try {
            loop.start();
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(name + " did not start", e);
        }
    }

    @Override
    public void close() {
        loop.stop(STOP_WITHIN);
    }
}
