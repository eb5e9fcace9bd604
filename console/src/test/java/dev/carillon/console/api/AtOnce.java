package dev.carillon.console.api;

import dev.carillon.kit.threads.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Runs requests at the same moment. */
public final class AtOnce {
    private AtOnce() {}

    /** The answers to the requests with the numbers 0 to n - 1, in that order. */
    public static List<RawAnswer> ask(int n, IntFunction<RawAnswer> request) {
        CyclicBarrier start = new CyclicBarrier(n);
        ExecutorService threads = Executors.newFixedThreadPool(n, Threads.factory("at-once"));
        try {
            List<Callable<RawAnswer>> all = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                int number = i;
                all.add(() -> {
                    start.await();
                    return request.apply(number);
                });
            }
            List<RawAnswer> answers = new ArrayList<>();
            for (Future<RawAnswer> one : threads.invokeAll(all)) {
                answers.add(one.get());
            }
            return answers;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** How many answers have this status. */
    public static long count(List<RawAnswer> answers, int status) {
        return answers.stream().filter(answer -> answer.status() == status).count();
    }
}
