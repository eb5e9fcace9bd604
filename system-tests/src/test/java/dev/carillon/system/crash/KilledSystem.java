package dev.carillon.system.crash;

import dev.carillon.system.running.ChildProcess;
import dev.carillon.system.running.RunningCarillon;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The all-in-one on one data directory, in one process after the other. */
final class KilledSystem implements AutoCloseable {
    private static final String LAST_LINE_BUT_ONE = "Stop  ";

    private final Path data;
    private final RunningCarillon carillon;
    private ChildProcess process;

    KilledSystem(Path folder) throws Exception {
        data = folder.resolve("data");
        process = CarillonProcess.start(data);
        String bootstrap = process.await("Kafka  ");
        process.await(LAST_LINE_BUT_ONE);
        carillon = new RunningCarillon(new KilledBrokers(bootstrap), "carillon", 12, folder);
    }

    RunningCarillon carillon() {
        return carillon;
    }

    void kill() throws InterruptedException {
        process.kill();
    }

    /** Starts it and waits until it is up; returns the transactions that were open before. */
    List<String> startAgain(Duration within) throws Exception {
        process = CarillonProcess.start(data);
        List<String> open = OpenTransactions.whenBack(carillon.clients(), within);
        process.await(LAST_LINE_BUT_ONE);
        return open;
    }

    /** The output of the process and hanging partitions, for a failed run. */
    Throwable diagnosis() {
        String child = "alive: " + process.isAlive() + "; last output:\n" + process.lastOutput();
        try {
            return new IllegalStateException(
                    child + "\nhanging partitions: " + OpenTransactions.hanging(carillon.clients()));
        } catch (Exception e) {
            return new IllegalStateException(child + "\nand the broker does not answer", e);
        }
    }

    @Override
    public void close() {
        try {
            carillon.close();
        } finally {
            process.close();
        }
    }
}
