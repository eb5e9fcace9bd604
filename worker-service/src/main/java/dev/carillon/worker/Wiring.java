package dev.carillon.worker;

import java.util.concurrent.CompletableFuture;

/** Ends the circles among a worker's parts: each asks the other only when the loop runs. */
final class Wiring {
    private final CompletableFuture<TaskFlow> flow = new CompletableFuture<>();
    private final CompletableFuture<Intake> intake = new CompletableFuture<>();

    void set(TaskFlow made) {
        flow.complete(made);
    }

    void set(Intake made) {
        intake.complete(made);
    }

    TaskFlow flow() {
        return flow.join();
    }

    Intake intake() {
        return intake.join();
    }
}
