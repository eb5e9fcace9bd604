package dev.carillon.benchmarks.submit;

import dev.carillon.benchmarks.frame.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Calls that are made one after the other, each waited for. */
final class Rounds {
    static final double NANOS = 1e9;
    private static final double NANOS_A_MILLI = 1e6;

    private Rounds() {}

    /** The duration of each of this many calls, in milliseconds. */
    static Samples millis(int count, IntConsumer call) {
        Samples samples = new Samples();
        for (int n = 0; n < count; n++) {
            long began = System.nanoTime();
            call.accept(n);
            samples.add((System.nanoTime() - began) / NANOS_A_MILLI);
        }
        return samples;
    }

    /** How many calls a second this many threads make, each with the same number of calls. */
    static double perSecond(int threads, int each, IntConsumer call) throws InterruptedException {
        List<Thread> started = new ArrayList<>();
        long began = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            int first = i * each;
            Thread thread = new Thread(
                    () -> {
                        for (int n = first; n < first + each; n++) {
                            call.accept(n);
                        }
                    },
                    "submitting-" + i);
            thread.start();
            started.add(thread);
        }
        for (Thread thread : started) {
            thread.join();
        }
        return threads * each / ((System.nanoTime() - began) / NANOS);
    }
}
