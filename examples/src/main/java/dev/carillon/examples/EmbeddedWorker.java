package dev.carillon.examples;

import dev.carillon.worker.CarillonWorker;

/** A worker in your own program, in fifteen lines: it runs the tasks of type greet in the queue greetings. */
public final class EmbeddedWorker {
    public static void main(String[] args) throws InterruptedException {
        CarillonWorker worker = start(args.length > 0 ? args[0] : "127.0.0.1:9092", "carillon");
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close)); // The library listens to no signals.
        worker.awaitEnd();
    }

    public static CarillonWorker start(String kafka, String namespace) {
        return CarillonWorker.on(kafka)
                .namespace(namespace)
                .queue("greetings")
                .handle("greet", task -> "hello, " + task.payload(String.class))
                .start();
    }
}
