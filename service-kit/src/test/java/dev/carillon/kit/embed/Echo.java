package dev.carillon.kit.embed;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.lifecycle.StatefulService;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An embedded service that does nothing, or fails as its settings say. */
final class Echo extends EmbeddedService {
    private final Inner inner;

    private Echo(Inner inner) {
        super(inner, Duration.ofSeconds(1));
        this.inner = inner;
    }

    void breakDown(Throwable why) {
        inner.fallOver(why);
    }

    int stops() {
        return inner.stops;
    }

    @Override
    public List<String> whyNotReady() {
        return isRunning() ? List.of() : List.of("echo is quiet");
    }

    record EchoConfig(
            @Key(name = "echo.volume", byDefault = "5", min = "1", max = "10", reason = "how loud it is")
            int volume) {}

    static final class Settings extends EmbeddedSettings<Settings, Echo> {
        private @Nullable Exception failure;

        @Nullable
        EmbeddedParts parts;

        Settings() {
            super("127.0.0.1:9092");
        }

        Settings failingWith(Exception why) {
            failure = why;
            return this;
        }

        @Override
        protected Settings self() {
            return this;
        }

        @Override
        protected List<Class<? extends Record>> records() {
            return List.of(EchoConfig.class);
        }

        @Override
        protected Echo made(EmbeddedParts made) {
            parts = made;
            return new Echo(new Inner(failure));
        }
    }

    private static final class Inner extends StatefulService {
        private final @Nullable Exception failure;
        private int stops;

        Inner(@Nullable Exception failure) {
            super("echo");
            this.failure = failure;
        }

        @Override
        protected void startUp() throws Exception {
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        protected void shutDown(Duration within) {
            stops++;
        }

        void fallOver(Throwable why) {
            fail(why);
        }
    }
}
