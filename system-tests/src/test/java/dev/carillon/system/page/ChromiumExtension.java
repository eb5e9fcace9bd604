package dev.carillon.system.page;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the system's Chromium, without a window, for each test class. */
final class ChromiumExtension implements ExecutionCondition, BeforeAllCallback, AfterAllCallback, ParameterResolver {
    private static final Namespace STORE = Namespace.create(ChromiumExtension.class);
    private static final List<Path> DRIVERS =
            List.of(Path.of("/usr/bin/chromedriver"), Path.of("/usr/lib/chromium/chromedriver"));
    private static final List<Path> BROWSERS =
            List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));

    /** A condition, because reports do not name tests that an assumption before a class skips. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return found(DRIVERS).isPresent() && found(BROWSERS).isPresent()
                ? ConditionEvaluationResult.enabled("there is a browser")
                : ConditionEvaluationResult.disabled(
                        "Chromium is missing; install it with: apt-get install chromium chromium-driver");
    }

    private static Optional<Path> found(List<Path> places) {
        return places.stream().filter(Files::isExecutable).findFirst();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Browser browser =
                Browser.start(found(DRIVERS).orElseThrow(), found(BROWSERS).orElseThrow());
        store(context).put(Browser.class, browser);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Browser browser = store(context).remove(Browser.class, Browser.class);
        if (browser != null) {
            browser.close();
        }
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(STORE);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Objects.requireNonNull(store(context).get(Browser.class, Browser.class));
    }
}
