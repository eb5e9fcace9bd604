package dev.carillon.kit.kafka.topic;

import dev.carillon.kit.admin.Health;
import dev.carillon.kit.admin.HealthCheck;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.lifecycle.Loop;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.lifecycle.LoopRhythm;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Pause;
import dev.carillon.kit.time.SystemTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a role only while its topics are complete. While one is missing, or their numbers of partitions don't match, the
 * role is stopped and the reason logged; when they are complete again, or one was created again, the role starts again.
 * A role's state in memory (offsets, homes, open work) is valid for the old topics only.
 */
public final class KafkaTopicBond extends StatefulService implements HealthCheck {
    /** Kafka's clients notice a new number of partitions only after minutes, each on its own. */
    public static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    private static final Duration WHEN_STOPPED = Duration.ofSeconds(1);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);
    private static final Duration LOG_EVERY = Duration.ofMinutes(5);
    private static final Logger LOG = LoggerFactory.getLogger(KafkaTopicBond.class);

    private final String role;
    private final Bound bound;
    private final Function<Set<String>, TopicNeeds> needs;
    private final Supplier<TopicLook> looks;
    private final Pause pause;
    private final Loop loop;

    private volatile @Nullable TopicSight sight;
    /** Whether the role is started; used by start and stop, and by the loop while it runs between the two. */
    private boolean started;

    private @Nullable Deadline silence;
    private volatile @Nullable TopicTrouble trouble;
    private final AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();

    /** The role that is started and stopped. */
    public interface Bound {
        void start() throws Exception;

        void stop(Duration within) throws Exception;
    }

    /**
     * A bond that is not started.
     *
     * @param role the role's name in logs
     * @param needs what the role needs, given the names of all existing topics
     */
    public KafkaTopicBond(
            String role, Bound bound, Function<Set<String>, TopicNeeds> needs, KafkaClients clients, Clock clock) {
        this(
                role,
                bound,
                needs,
                () -> new KafkaTopicLook(clients.admin(role + "-topics")),
                SystemTime.pause(),
                LOOK_EVERY,
                clock);
    }

    KafkaTopicBond(
            String role,
            Bound bound,
            Function<Set<String>, TopicNeeds> needs,
            Supplier<TopicLook> looks,
            Pause pause,
            Duration lookEvery,
            Clock clock) {
        super(role + "-topics");
        this.role = role;
        this.bound = bound;
        this.needs = needs;
        this.looks = looks;
        this.pause = pause;
        this.loop = new Loop(role + "-topics", clock, new Looking(), LoopRhythm.every(lookEvery));
        loop.whenFailed(this::fail);
    }

    @Override
    protected void startUp() throws Exception {
        TopicSight made = new TopicSight(looks.get(), needs);
        sight = made;
        TopicSight.Seen seen = made.see();
        if (seen.trouble().isPresent()) {
            TopicTrouble why = seen.trouble().get();
            throw new CodedException(why.code(), role + " can't start: " + why.words());
        }
        trouble = null;
        bound.start();
        made.started(seen);
        started = true;
        loop.start();
    }

    @Override
    protected void shutDown(Duration within) throws Exception {
        Deadline deadline = Deadline.in(within);
        // A short time, after which a start that is under way is interrupted.
        loop.stop(within.dividedBy(4));
        started = false;
        bound.stop(deadline.remaining());
        TopicSight left = sight;
        sight = null;
        if (left != null) {
            left.close();
        }
    }

    /**
     * Reports that a part of the role broke: if the topics are the cause, the role is only stopped; else it has failed.
     */
    public void brokenBy(Throwable cause) {
        broken.compareAndSet(null, cause);
        loop.poke();
    }

    /** Whether the topics are as the role needs them; true also if they can't be read now. */
    public boolean hold() {
        TopicSight asked = sight;
        try {
            return asked == null || asked.see().trouble().isEmpty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (Exception e) {
            LOG.debug("could not look at the topics: {}", e.toString());
            return true;
        }
    }

    @Override
    public Health check() {
        TopicTrouble now = trouble;
        return now == null ? Health.good("the topics are as they should be") : Health.bad(now.oneLine());
    }

    private final class Looking implements LoopBody {
        @Override
        public void runOnce(Instant now) throws Exception {
            TopicSight asked = sight;
            if (asked == null) {
                return;
            }
            // A failure during this look is judged by the next one: this look may have seen topics that are gone since.
            Throwable cause = broken.get();
            TopicSight.Seen seen;
            try {
                seen = asked.see();
                if (started && seen.trouble().isPresent()) {
                    // One broker may not know yet what another has created, so a second look has to agree.
                    pause.forAtMost(LOOK_AGAIN);
                    seen = asked.see();
                }
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                // No answer says nothing about the topics; KafkaWatch reports that Kafka does not answer.
                LOG.debug("could not look at the topics of {}: {}", role, e.toString());
                return;
            }
            judge(asked, seen, cause);
        }

        private void judge(TopicSight asked, TopicSight.Seen seen, @Nullable Throwable cause) throws Exception {
            broken.compareAndSet(cause, null);
            if (seen.trouble().isPresent()) {
                stopFor(seen.trouble().get());
            } else if (cause != null && started) {
                fail(cause);
            } else if (!started) {
                startOn(asked, seen, "its topics are complete again");
            } else if (asked.isAnother(seen)) {
                stop();
                startOn(asked, seen, "a topic was created again or has another number of partitions");
            }
        }
    }

    private void stopFor(TopicTrouble why) throws InterruptedException {
        TopicTrouble before = trouble;
        trouble = why;
        Deadline silent = silence;
        if (before == null || !before.equals(why) || silent == null || silent.isOver()) {
            LOG.error("{} has stopped working: {}", role, why.oneLine());
            silence = Deadline.in(LOG_EVERY);
        }
        if (started) {
            stop();
        }
        loop.poke();
        pause.forAtMost(WHEN_STOPPED);
    }

    private void stop() {
        started = false;
        try {
            bound.stop(STOP_WITHIN);
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            // Its transactions can't end on topics that are gone; the next start fences them.
            LOG.debug("{} did not stop cleanly", role, e);
        }
    }

    private void startOn(TopicSight asked, TopicSight.Seen seen, String why) throws Exception {
        LOG.info("{} starts again: {}", role, why);
        try {
            bound.start();
        } catch (Exception e) {
            trouble = new TopicTrouble(KitErrorCode.TOPICS_NOT_READY, "could not start again: " + e.getMessage());
            bound.stop(STOP_WITHIN);
            throw e; // The loop logs it and tries again.
        }
        asked.started(seen);
        started = true;
        trouble = null;
        broken.set(null);
    }
}
