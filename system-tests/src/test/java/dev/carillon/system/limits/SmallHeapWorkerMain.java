package dev.carillon.system.limits;

import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Limits;
import dev.carillon.worker.CarillonWorker;
import dev.carillon.worker.handler.TaskFailure;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs a worker whose first tasks take seconds, so that it fetches ahead as much as it may. */
public final class SmallHeapWorkerMain {
    /** Succeeds, with data of the largest size. */
    static final String GROWS = "grows";
    /** Fails for good, so that its result contains the whole task. */
    static final String CRACKS = "cracks";

    static final String WORKS = "WORKS AS ";

    private static final Duration FETCHES_AHEAD = Duration.ofSeconds(3);

    private SmallHeapWorkerMain() {}

    /** Arguments: brokers and namespace. */
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        CountDownLatch end = new CountDownLatch(1);
        Deadline fetchesAhead = Deadline.in(FETCHES_AHEAD);
        try (CarillonWorker worker = CarillonWorker.on(args[0])
                .namespace(args[1])
                .handle(GROWS, context -> {
                    boolean ended = end.await(fetchesAhead.remainingNanos(), TimeUnit.NANOSECONDS);
                    return ended ? null : RawJson.parse('"' + "x".repeat(Limits.RESULT_DATA_BYTES - 2) + '"');
                })
                .handle(CRACKS, context -> {
                    throw new TaskFailure("CRACKED", "for good", false);
                })
                .start()) {
            out.println(WORKS + worker.id());
            end.await();
        }
    }
}
