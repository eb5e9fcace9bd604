package dev.carillon.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.log.RecordLog;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.insight.cluster.ClusterAnswer;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ClusterWatchTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    private final ManualClock clock = new ManualClock(NOW);
    /** Each read takes its result, or its failure, from here. */
    private final BlockingQueue<Supplier<List<AttentionItem>>> looks = new LinkedBlockingQueue<>();

    private final KafkaSession session =
            new KafkaSession("looking", () -> new MemoryRecordLog(clock), () -> "", Duration.ofSeconds(20));
    private final ClusterWatch watch = new ClusterWatch(this::look, session, new SettableState(), clock);

    @AfterEach
    void close() {
        session.close();
    }

    private ClusterSnapshot look(RecordLog log) {
        try {
            return new ClusterSnapshot(
                    clock.instant(),
                    new ClusterAnswer(
                            clock.instant(),
                            true,
                            List.of(),
                            new ClusterAnswer.Trigger(false, null, null, 0, 0, 10),
                            new ClusterAnswer.Workers(0, 0, 0, 0, 0),
                            List.of(),
                            List.of(),
                            new ClusterAnswer.Executions(null, null, null, null, 10, null)),
                    looks.take().get());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void willSee(String... codes) {
        looks.add(() -> List.of(codes).stream()
                .map(code -> new AttentionItem(code, "words", "next", "/"))
                .toList());
    }

    private List<String> needs() {
        return watch.attention().needs().stream().map(AttentionItem::code).toList();
    }

    @Test
    void nothingIsCalledWellWhileTheFirstReadRuns() {
        ClusterWatch.Attention before = watch.attention();
        assertThat(before.needs()).as("nothing is known yet").isEmpty();
        assertThat(before.checking()).isTrue();
        assertThat(before.isWell()).isFalse();
        willSee("NO_LEADER");
        watch.cluster();
        assertThat(needs()).containsExactly("NO_LEADER");
        assertThat(watch.attention().checking()).isFalse();
    }

    @Test
    void firstRequestIsAnsweredByTheReadThatItStarts() {
        willSee("DEAD_LETTERS");
        assertThat(needs()).containsExactly("DEAD_LETTERS");
    }

    @Test
    void wellNeedsARecentStatus() {
        willSee();
        assertThat(watch.attention().isWell()).isTrue();
        clock.advance(ClusterWatch.USABLE.plusSeconds(1));
        ClusterWatch.Attention later = watch.attention();
        assertThat(later.needs()).as("the second read has not ended").isEmpty();
        assertThat(later.checking()).isTrue();
        assertThat(later.isWell()).isFalse();
        willSee("DEAD_LETTERS");
        watch.cluster();
        assertThat(needs()).containsExactly("DEAD_LETTERS");
    }

    @Test
    void lastStatusIsUsedWhileTheNextReadRuns() {
        willSee("NO_LEADER");
        watch.cluster();
        clock.advance(ClusterWatch.FRESH.plusSeconds(1));
        assertThat(needs()).as("the second read has not ended").containsExactly("NO_LEADER");
        willSee("NO_WORKER");
        watch.cluster();
        assertThat(needs()).containsExactly("NO_WORKER");
    }

    @Test
    void oldStatusIsNotUsed() {
        willSee("NO_LEADER");
        watch.cluster();
        clock.advance(ClusterWatch.USABLE.plusSeconds(1));
        assertThat(needs()).isEmpty();
        assertThat(watch.attention().checking()).isTrue();
        willSee();
    }

    @Test
    void failedReadIsANeedAndKeepsTheLastStatus() {
        willSee("NO_LEADER");
        ClusterSnapshot before = watch.cluster();
        clock.advance(ClusterWatch.FRESH.plusSeconds(1));
        looks.add(() -> {
            throw new CodedException(KitErrorCode.KAFKA_UNREACHABLE, "gone");
        });
        assertThat(watch.cluster()).isSameAs(before);
        assertThat(needs()).containsExactly("KAFKA_UNREACHABLE");
        assertThat(watch.attention().checking()).as("a failure is an answer").isFalse();
    }

    @Test
    void clusterThatWasNeverReadIsRefusedWithTheReason() {
        looks.add(() -> {
            throw new CodedException(KitErrorCode.KAFKA_UNREACHABLE, "gone");
        });
        assertThatThrownBy(watch::cluster)
                .isInstanceOfSatisfying(CodedException.class, refused -> assertThat(refused.code())
                        .isEqualTo(KitErrorCode.KAFKA_UNREACHABLE));
    }
}
