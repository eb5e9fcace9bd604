package dev.carillon.system.running;

import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the system before the first test of a class and stops it after the last one. */
public final class CarillonExtension
        implements ExecutionCondition, BeforeAllCallback, AfterAllCallback, ParameterResolver {
    private static final Logger LOG = LoggerFactory.getLogger(CarillonExtension.class);
    private static final Namespace STORE = Namespace.create(CarillonExtension.class);
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    /** The one broker of this JVM, started at the first call. */
    private static SharedBrokers shared(ExtensionContext context) {
        return context.getRoot()
                .getStore(STORE)
                .computeIfAbsent(SharedBrokers.class, type -> new SharedBrokers(), SharedBrokers.class);
    }

    private static CarillonSystem annotation(ExtensionContext context) {
        return context.getRequiredTestClass().getAnnotation(CarillonSystem.class);
    }

    /** A condition, because reports do not name tests that an assumption before a class skips. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return SharedBrokers.inContainers() && !ContainerBrokers.areAvailable()
                ? ConditionEvaluationResult.disabled("-Dcarillon.kafka=containers is set, but no Docker engine answers")
                : ConditionEvaluationResult.enabled("there is a broker to run on");
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        CarillonSystem wanted = annotation(context);
        String name = context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT);
        String namespace = name + "-" + NAMESPACES.incrementAndGet();
        SharedBrokers shared = shared(context);
        RunningCarillon running = new RunningCarillon(
                shared.brokers(), namespace, wanted.partitions(), shared.data().resolve(namespace));
        store(context).put(RunningCarillon.class, running);
        if (wanted.services()) {
            running.startServices();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        RunningCarillon running = store(context).remove(RunningCarillon.class, RunningCarillon.class);
        if (running != null) {
            try (running) {
                if (annotation(context).checkedAtTheEnd()) {
                    LOG.info("{}", running.awaitCleanReport());
                }
            }
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
