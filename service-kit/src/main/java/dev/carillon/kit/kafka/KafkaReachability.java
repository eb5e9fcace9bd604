package dev.carillon.kit.kafka;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Pause;
import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits until Kafka answers, and logs one line now and then instead of every client's warnings. */
public final class KafkaReachability {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaReachability.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(2);
    private static final Duration WARN_EVERY = Duration.ofSeconds(30);

    private static final Duration FOR_EVER = Duration.ofDays(365);

    private final String addresses;
    private final Duration configuredTime;
    private final Supplier<KafkaProbe> probes;
    private final Pause pause;
    private final Ticker ticker;

    public KafkaReachability(KafkaConfig config, Pause pause, Ticker ticker) {
        this(config, () -> new KafkaAdminProbe(config), pause, ticker);
    }

    KafkaReachability(KafkaConfig config, Supplier<KafkaProbe> probes, Pause pause, Ticker ticker) {
        this.addresses = config.addresses();
        this.configuredTime = config.giveUpAfter() == null ? FOR_EVER : config.giveUpAfter();
        this.probes = probes;
        this.pause = pause;
        this.ticker = ticker;
    }

    /**
     * Returns once a broker answers; tries for as long as the configuration says, by default for ever.
     *
     * @throws CodedException KAFKA_UNREACHABLE when none answers within that time; KAFKA_ACCESS_DENIED or
     *     KAFKA_TLS_FAILED as soon as one refuses this client, because waiting does not help
     */
    public void await() throws InterruptedException {
        await(configuredTime);
    }

    /**
     * Returns once a broker answers.
     *
     * @throws CodedException as {@link #await()}
     */
    public void await(Duration giveUpAfter) throws InterruptedException {
        try (KafkaProbe probe = probes.get()) {
            await(probe, giveUpAfter);
        }
    }

    private void await(KafkaProbe probe, Duration giveUpAfter) throws InterruptedException {
        Deadline end = Deadline.in(giveUpAfter, ticker);
        Optional<Deadline> silence = Optional.empty();
        Duration rest = FIRST_PAUSE;
        while (true) {
            Optional<String> why = probe.whyUnreachable();
            if (why.isEmpty()) {
                silence.ifPresent(warned -> LOG.info("Kafka answers at {}", addresses));
                return;
            }
            if (end.isOver()) {
                throw new CodedException(
                        KitErrorCode.KAFKA_UNREACHABLE,
                        "no Kafka broker answers at " + addresses + " (" + why.get() + "). Start it, or name another"
                                + " with -b HOST:PORT (kafka.bootstrap-servers)");
            }
            if (silence.isEmpty() || silence.get().isOver()) {
                LOG.warn("no Kafka broker answers at {} ({}); trying again until one does", addresses, why.get());
                silence = Optional.of(Deadline.in(WARN_EVERY, ticker));
            }
            pause.forAtMost(shorter(rest, end.remaining()));
            rest = shorter(rest.multipliedBy(2), MAX_PAUSE);
        }
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
