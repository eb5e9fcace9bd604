package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.kafka.ChildProcess;
import dev.carillon.worker.CarillonWorker;
import dev.carillon.worker.handler.TaskHandler;
import java.io.IOException;
import java.nio.file.Path;

/** A worker whose handler does nothing, in a separate process; it ends when its standard input does. */
public final class NoOpWorkerMain {
    /** The type of its tasks. */
    public static final String TYPE = "no-op";

    private static final long LOOK_MILLIS = 20;
    private static final int FIRST_SETTING = 3;

    private NoOpWorkerMain() {}

    /**
     * Starts a worker; the arguments are the brokers, the namespace, a file for {@link HandlerStarts} or nothing, and
     * settings as {@code key=value}.
     */
    public static void main(String[] args) throws Exception {
        CarillonWorker.Settings settings =
                CarillonWorker.on(args[0]).namespace(args[1]).handle(TYPE, handler(args[2]));
        for (int i = FIRST_SETTING; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            settings.set(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        try (CarillonWorker worker = settings.start()) {
            while (!worker.isReady()) {
                Thread.sleep(LOOK_MILLIS);
            }
            System.out.println(ChildProcess.SIGN + worker.id());
            while (System.in.read() >= 0) {
                // The parent process writes nothing; its end closes the input.
            }
        }
        System.exit(0);
    }

    private static TaskHandler handler(String file) throws IOException {
        if (file.isEmpty()) {
            return context -> null;
        }
        HandlerStarts starts = HandlerStarts.open(Path.of(file));
        return context -> {
            String id = context.task().taskId();
            starts.note(Integer.parseInt(id, id.lastIndexOf('-') + 1, id.length(), 10), context.nominalTime());
            return null;
        };
    }
}
