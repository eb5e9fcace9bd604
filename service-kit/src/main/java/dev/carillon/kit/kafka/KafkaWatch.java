package dev.carillon.kit.kafka;

import dev.carillon.kit.admin.Health;
import dev.carillon.kit.admin.HealthCheck;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one line when Kafka stops answering and when it answers again, for a whole process, whose clients' own warnings
 * are off. Run it in a loop every {@link #LOOK_EVERY}.
 */
public final class KafkaWatch implements LoopBody, HealthCheck {
    public static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(KafkaWatch.class);
    private static final Duration WARN_EVERY = Duration.ofSeconds(30);

    private final String addresses;
    private final KafkaProbe probe;
    private final Ticker ticker;
    private @Nullable Deadline warnAgain;
    private volatile Health health = Health.bad("not asked yet");

    public KafkaWatch(KafkaConfig config, Ticker ticker) {
        this(config.addresses(), new KafkaAdminProbe(config), ticker);
    }

    KafkaWatch(String addresses, KafkaProbe probe, Ticker ticker) {
        this.addresses = addresses;
        this.probe = probe;
        this.ticker = ticker;
    }

    @Override
    public Health check() {
        return health;
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        Optional<String> why = probe.whyUnreachable();
        Deadline silentUntil = warnAgain;
        if (why.isEmpty()) {
            if (silentUntil != null) {
                LOG.info("Kafka answers again at {}", addresses);
                warnAgain = null;
            }
            health = Health.good("answers at " + addresses);
            return;
        }
        health = Health.bad("does not answer at " + addresses + ": " + why.get());
        if (silentUntil == null || silentUntil.isOver()) {
            LOG.warn("Kafka does not answer at {} ({}); work goes on when it is back", addresses, why.get());
            warnAgain = Deadline.in(WARN_EVERY, ticker);
        }
    }

    @Override
    public void end() {
        probe.close();
    }
}
