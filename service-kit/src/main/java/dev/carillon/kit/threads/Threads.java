package dev.carillon.kit.threads;

import java.lang.reflect.Method;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Creates threads: always named, and daemons, which don't keep the JVM alive. */
public final class Threads {
    private static final @Nullable Method NEW_THREAD_PER_TASK = newThreadPerTask();

    private Threads() {}

    /** One named daemon thread, not started. */
    public static Thread named(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Daemon threads {@code name-1}, {@code name-2}, … */
    public static ThreadFactory factory(String name) {
        AtomicLong made = new AtomicLong();
        return body -> named(name + "-" + made.incrementAndGet(), body);
    }

    /**
     * A thread for every task: virtual where the JVM has them, else pooled platform threads. It is not bounded: the
     * caller limits how many tasks run.
     */
    public static ExecutorService perTask(String name) {
        if (NEW_THREAD_PER_TASK != null) {
            try {
                return (ExecutorService) NEW_THREAD_PER_TASK.invoke(null, virtualFactory(name));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("this JVM has virtual threads but can't create them", e);
            }
        }
        return Executors.newCachedThreadPool(factory(name));
    }

    public static boolean virtualThreadsAvailable() {
        return NEW_THREAD_PER_TASK != null;
    }

    private static ThreadFactory virtualFactory(String name) throws ReflectiveOperationException {
        Class<?> builder = Class.forName("java.lang.Thread$Builder");
        Object ofVirtual = Thread.class.getMethod("ofVirtual").invoke(null);
        Object named = builder.getMethod("name", String.class, long.class).invoke(ofVirtual, name + "-", 1L);
        return (ThreadFactory) builder.getMethod("factory").invoke(named);
    }

    /** Looked up by reflection because the code is compiled for Java 17, which has none. */
    private static @Nullable Method newThreadPerTask() {
        if (Runtime.version().feature() < 21) {
            return null;
        }
        try {
            return Executors.class.getMethod("newThreadPerTaskExecutor", ThreadFactory.class);
        } catch (NoSuchMethodException e) {
            return null; // Safe: the pool of platform threads does the same work.
        }
    }
}
