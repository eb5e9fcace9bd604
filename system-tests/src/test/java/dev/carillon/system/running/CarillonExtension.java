package dev.carillon.system.running;

import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the system before the first test of a class and stops it after the last one. */
public final class CarillonExtension implements BeforeAllCallback, AfterAllCallback, ParameterResolver {
    private static final Namespace STORE = Namespace.create(CarillonExtension.class);
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    /** The one broker of this JVM, started by whoever asks first. */
    public static Brokers brokers(ExtensionContext context) {
        return context.getRoot()
                .getStore(STORE)
                .computeIfAbsent(SharedBrokers.class, type -> new SharedBrokers(), SharedBrokers.class)
                .brokers();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        CarillonSystem wanted = context.getRequiredTestClass().getAnnotation(CarillonSystem.class);
        String name = context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT);
        String namespace = name + "-" + NAMESPACES.incrementAndGet();
        RunningCarillon running = new RunningCarillon(brokers(context), namespace, wanted.partitions());
        store(context).put(RunningCarillon.class, running);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        RunningCarillon running = store(context).remove(RunningCarillon.class, RunningCarillon.class);
        if (running != null) {
            running.close();
        }
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(STORE);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RunningCarillon.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Objects.requireNonNull(store(context).get(RunningCarillon.class, RunningCarillon.class));
    }
}
