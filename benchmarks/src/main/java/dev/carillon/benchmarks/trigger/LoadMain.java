package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.kafka.ChildProcess;
import dev.carillon.schemas.topic.TopicNames;
import java.lang.management.ManagementFactory;

/** A trigger in a fresh JVM: prints how long it took to its first slice, and its heap then. */
public final class LoadMain {
    private static final double NANOS = 1e9;
    private static final double MEGABYTE = 1_024 * 1_024;
    private static final int COLLECTIONS = 3;

    private LoadMain() {}

    /** Takes the broker's address, ZooKeeper's, the namespace, and the number of schedules in force. */
    public static void main(String[] args) throws Exception {
        int expected = Integer.parseInt(args[3]);
        long began = System.nanoTime();
        try (RunningTrigger trigger = RunningTrigger.start(args[0], args[1], new TopicNames(args[2]))) {
            RunningTrigger.await(
                    "a slice of " + expected + " schedules in force",
                    () -> trigger.slices() > 0 && trigger.schedules() == expected);
            double seconds = (System.nanoTime() - began) / NANOS;
            int slices = trigger.slices();
            for (int i = 0; i < COLLECTIONS; i++) {
                System.gc();
            }
            double heap =
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE;
            System.out.println(ChildProcess.SIGN + seconds + " " + heap + " " + slices);
            while (System.in.read() >= 0) {
                // The parent process writes nothing; its end closes the input.
            }
        } catch (IllegalStateException e) {
            // Threads of the trigger would keep the process alive, and its parent would wait for ever.
            e.printStackTrace();
            System.exit(1);
        }
        System.exit(0);
    }
}
