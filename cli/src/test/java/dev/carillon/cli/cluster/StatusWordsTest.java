package dev.carillon.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.cli.WrittenSystem;
import dev.carillon.cli.terminal.TerminalColors;
import dev.carillon.insight.cluster.ClusterProblem;
import dev.carillon.insight.cluster.ClusterStatus;
import dev.carillon.insight.cluster.OutcomeStatistics;
import dev.carillon.insight.cluster.QueueLoad;
import dev.carillon.insight.cluster.TriggerSeen;
import dev.carillon.insight.topic.Backlog;
import dev.carillon.insight.worker.WorkersSeen;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.worker.HeartbeatLoadBuilder;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The words of {@code status}, {@code stats}, {@code workers}, {@code routing} and {@code topics}. */
final class StatusWordsTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final ClusterStatus.Ends NO_ENDS = new ClusterStatus.Ends(new OutcomeStatistics(), 0, 0, 0, null);

    private final WrittenSystem system;

    StatusWordsTest(@TempDir Path directory) {
        system = new WrittenSystem(directory).at("06:00:00");
    }

    private static ClusterStatus status(List<QueueLoad> queues, List<Backlog> collector, ClusterStatus.Ends ends) {
        return new ClusterStatus(NOW, List.of(), TriggerSeen.unseen(), WorkersSeen.none(), queues, collector, ends);
    }

    private static List<String> lines(ClusterStatus status) {
        return ClusterWords.of(status, List.of(), new TerminalColors(false));
    }

    private static List<String> lines(ClusterStatus.Ends ends) {
        return lines(status(List.of(), List.of(), ends));
    }

    private static Backlog backlog(String topic, long waiting, long later, boolean exact, @Nullable Instant oldest) {
        return new Backlog(topic, waiting, later, exact, oldest);
    }

    @Test
    void aQueueNamesTheTasksOfEachLaneAndTheOldestOfAll() {
        QueueLoad queue = new QueueLoad(
                "mail",
                List.of(
                        backlog("carillon.tasks.mail.high", 1, 0, true, NOW.minusSeconds(5)),
                        backlog("carillon.tasks.mail.normal", 250, 3, false, NOW.minusSeconds(65)),
                        backlog("carillon.tasks.released.mail", 2, 4, true, NOW.minusSeconds(10)),
                        backlog("carillon.tasks.mail.low", 0, 0, true, null)),
                false);
        String line = String.join(" ", lines(status(List.of(queue), List.of(), NO_ENDS)))
                .replaceAll(" +", " ");
        assertThat(line)
                .contains("Queues mail: 1 high, up to 250 normal, 2 released unfinished, the oldest for 1 min 5 s, 7"
                        + " held for later; no worker serves it");
    }

    @Test
    void allQueuesAreListedUnderOneHeading() {
        List<QueueLoad> queues = IntStream.range(0, 30)
                .mapToObj(n -> new QueueLoad("q" + n, List.of(), true))
                .toList();
        List<String> lines = lines(status(queues, List.of(), NO_ENDS));
        assertThat(lines).filteredOn(line -> line.startsWith("Queues")).containsExactly("Queues     q0: nothing waits");
        assertThat(lines).contains("           q29: nothing waits");
        assertThat(lines(status(List.of(), List.of(), NO_ENDS))).contains("Queues     none");
    }

    @Test
    void anInexactCountOfTheCollectorSaysSo() {
        Backlog exact = backlog("carillon.results", 1, 0, true, NOW);
        assertThat(lines(status(List.of(), List.of(exact), NO_ENDS))).contains("Collector  1 record to process");
        Backlog inexact = backlog("carillon.control", 4_000_000_000L, 0, false, NOW);
        assertThat(lines(status(List.of(), List.of(exact, inexact), NO_ENDS)))
                .contains("Collector  up to 4000000001 records to process");
        assertThat(lines(NO_ENDS)).contains("Collector  has processed everything");
    }

    @Test
    void whatCanNotBeCountedIsVeryMany() {
        List<String> lines = lines(new ClusterStatus.Ends(null, -1, -1, -1, null));
        assertThat(lines)
                .contains(
                        "Open       very many retrying after a failed attempt, very many waiting for a",
                        "           later time",
                        "Outcomes   too many to count here; see: carillon stats --since 10m",
                        "Dead       very many dead letters");
    }

    @Test
    void deadLettersAreCountedWithTheTimeOfTheLast() {
        assertThat(lines(NO_ENDS)).contains("Dead       no dead letters", "Outcomes   none in 10 min");
        assertThat(lines(new ClusterStatus.Ends(null, 0, 0, 1, NOW.minusSeconds(90))))
                .contains("Dead       1 dead letter, the last 1 min 30 s ago");
        // Written by a broker whose clock is ahead.
        assertThat(lines(new ClusterStatus.Ends(null, 0, 0, 2, NOW.plusSeconds(1))))
                .contains("Dead       2 dead letters, the last just now");
    }

    @Test
    void problemsComeFirstWithACommandThatIsNeverWrapped() {
        String command = "carillon schedule apply -f " + "x".repeat(90);
        ClusterProblem problem = new ClusterProblem(
                ClusterProblem.Kind.SCHEDULES_BROKEN,
                "3 schedules are broken: " + "a-long-name, ".repeat(10) + "z",
                command);
        List<String> lines =
                ClusterWords.of(status(List.of(), List.of(), NO_ENDS), List.of(problem), new TerminalColors(true));
        assertThat(lines.get(0)).isEqualTo("\u001b[31mNeeds you:\u001b[0m");
        assertThat(lines.get(1))
                .startsWith("  - 3 schedules are broken: a-long-name,")
                .hasSizeLessThanOrEqualTo(80);
        assertThat(lines.get(2)).startsWith("    a-long-name");
        assertThat(lines).contains("    \u001b[2mnext: " + command + "\u001b[0m");
    }

    @ParameterizedTest
    @CsvSource({
        "carillon.tasks.mail.high, mail, high",
        "carillon.tasks.released.mail, mail, released",
        "my.bells.tasks.released.released, released, released",
        "carillon.tasks.released.normal, released, normal"
    })
    void theLaneIsTheEndOfItsTopicThatIsNotTheQueue(String topic, String queue, String lane) {
        assertThat(ClusterWords.lane(topic, queue)).isEqualTo(lane);
    }

    @Test
    void statusAtATerminalIsTheSameTextInColours() {
        system.elected().slice("06:00:00", "06:00:00", 0).heartbeat("w1", WorkerState.IDLE, 0, "http");
        List<String> plain = system.run("status").lines();
        system.cli.atTerminal();
        Ran coloured = system.run("status");
        assertThat(coloured.out()).contains("\u001b[32mAll well:\u001b[0m");
        assertThat(coloured.lines().stream()
                        .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
                        .toList())
                .isEqualTo(plain);
    }

    @Test
    void manyWorkersOfManyStatesFitTheWindow() {
        List<WorkerState> states = List.of(WorkerState.IDLE, WorkerState.BUSY, WorkerState.DRAINING);
        for (int n = 0; n < 40; n++) {
            int number = n;
            system.heartbeat("worker-" + n, heartbeat -> heartbeat
                    .state(states.get(number % 3))
                    .load(HeartbeatLoadBuilder.builder()
                            .capacity(10)
                            .running(number % 3)
                            .held(number)
                            .weight(1)
                            .build()));
        }
        assertThat(system.run("status").lines()).allMatch(line -> line.length() <= 80);
        assertThat(system.run("status").out().replaceAll("\\s+", " "))
                .contains("40 (14 idle, 13 busy, 13 draining), 39 of 400 slots busy, 780 held");
    }

    @Test
    void figuresThatAHeartbeatLacksAreDashes() {
        system.heartbeat("w1", heartbeat -> heartbeat
                .version(null)
                .queues(List.of())
                .partitions(List.of())
                .load(HeartbeatLoadBuilder.builder().capacity(0).weight(0).build()));
        assertThat(system.run("workers").lines().get(1).split(" +"))
                .startsWith("w1", "idle", "0/0", "0", "-", "-", "0", "-", "-", "0", "ms", "1", "min", "30", "s", "-");
    }

    /** Its clock may be ahead of this one, and its start so far in the future. */
    @Test
    void aWorkerWithAClockAheadIsListed() {
        system.heartbeat("w1", heartbeat -> heartbeat
                .startedAt(NOW.plusSeconds(3_600))
                .load(HeartbeatLoadBuilder.builder().capacity(1).weight(1).build()));
        assertThat(system.run("workers").code()).isZero();
        assertThat(system.run("stats").code()).isZero();
        assertThat(system.run("status").code()).isZero();
    }

    @Test
    void sharesOfWorkersThatEndedNothingAreZero() {
        system.heartbeat("w1", WorkerState.IDLE, 0, "http").heartbeat("w2", WorkerState.IDLE, 0, "http");
        assertThat(system.run("routing", "show").lines())
                .anyMatch(line -> line.matches("w1 +default +1 +10 +0 +0 +0 %"))
                .contains("counted over 0 attempts that ended within the last 1 min");
    }

    @Test
    void aNoteOnTheRoutingIsOneLine() {
        system.run("routing", "set", "random", "--reason", "line one\nline \u001b[2J two");
        List<String> lines = system.at("06:00:05").run("routing", "show").lines();
        assertThat(lines.get(0)).isEqualTo("default routing: random, set 5 s ago: line one ⏎ line ?[2J two");
    }

    @Test
    void aRoutingThatCouldNotBeWrittenIsNotSaidToBeSet() {
        system.cli.transactions.fence();
        Ran ran = system.run("routing", "set", "random");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("[NOT_WRITTEN]");
    }

    private JsonNode stats(String... more) {
        String[] words = new String[more.length + 3];
        System.arraycopy(new String[] {"stats", "-o", "json"}, 0, words, 0, 3);
        System.arraycopy(more, 0, words, 3, more.length);
        return Json.read(system.run(words).out().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void statisticsOfNothingHaveNoRatesAndNoQuantiles() {
        JsonNode stats = stats();
        assertThat(stats.path("ended").longValue()).isZero();
        assertThat(stats.get("successRate").isNull()).isTrue();
        assertThat(stats.get("retryRate").isNull()).isTrue();
        assertThat(stats.get("leader").isNull()).isTrue();
        assertThat(stats.path("tookMs").has("p50")).isFalse();
        assertThat(stats.at("/states/SUCCEEDED").longValue()).isZero();
        assertThat(stats.path("states")).hasSize(OutcomeStatus.values().length + 4);
    }

    @Test
    void recordsThatCanNotBeReadAreCountedApart() {
        system.put(CommandLineHarness.NAMES.outcomes(), 0, "a", new byte[] {'{'}, Map.of());
        system.outcome("a:2026-11-18T05:00:00Z", OutcomeStatus.SUCCEEDED, 1);
        assertThat(stats().path("unreadable").longValue()).isEqualTo(1);
        assertThat(system.run("stats").out()).contains("Unread     1 record could not be read");
    }

    @Test
    void aThroughputOfMoreThanOneASecondIsSaidASecond() {
        IntStream.range(0, 90)
                .forEach(n -> system.outcome("a-" + n + ":2026-11-18T05:00:00Z", OutcomeStatus.SUCCEEDED, 1));
        assertThat(system.run("stats", "--since", "1m").out()).contains("90 executions, 1.5 a second");
        assertThat(system.run("stats", "--since", "10m").out()).contains("90 executions, 9.0 a minute");
    }

    @ParameterizedTest
    @ValueSource(strings = {"999ms", "7d1ms", "-1h", "0s"})
    void aPeriodOutsideItsLimitsIsRefused(String since) {
        Ran ran = system.run("stats", "--since", since);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--since", "[OUT_OF_RANGE]");
    }

    @Test
    void aPeriodMayBeOfASecondOrAWeek() {
        assertThat(stats("--since", "PT1S").path("since").asString()).isEqualTo("2026-11-18T05:59:59Z");
        assertThat(stats("--since", "7d").path("since").asString()).isEqualTo("2026-11-11T06:00:00Z");
    }

    @Test
    void topicsOfOtherNamespacesAndOfStreamsAreNotListed() {
        system.cli.log.create("carillon2.outcomes", 1);
        system.cli.log.create("other", 1);
        system.cli.log.create("carillon.collector-store-changelog", 3);
        system.cli.log.create("carillon.collector-repartition", 3);
        List<String> lines = system.run("topics", "list").lines();
        assertThat(lines.get(0)).matches("TOPIC +PARTITIONS +OFFSETS");
        assertThat(lines).noneMatch(line -> line.contains("carillon2") || line.startsWith("other"));
        assertThat(lines).noneMatch(line -> line.contains("changelog") || line.contains("repartition"));
        assertThat(system.run("topics", "list", "--namespace", "carillon2").lines())
                .hasSize(2);
        assertThat(system.run("topics", "list", "--namespace", "elsewhere", "-o", "json")
                        .out())
                .isEmpty();
    }

    @Test
    void offsetsAreThoseThatAreStillKept() {
        IntStream.range(0, 9).forEach(n -> system.outcome("a:2026-11-18T05:00:00Z", OutcomeStatus.SUCCEEDED, 1));
        assertThat(system.run("topics", "list", "-o", "json").out())
                .contains("{\"topic\":\"carillon.outcomes\",\"partitions\":3,\"offsets\":9}");
        int home = ExecutionKey.parse("a:2026-11-18T05:00:00Z").home(3);
        system.cli.log.deleteBefore(CommandLineHarness.NAMES.outcomes(), home, 7);
        assertThat(system.run("topics", "list", "-o", "json").out())
                .contains("{\"topic\":\"carillon.outcomes\",\"partitions\":3,\"offsets\":2}");
    }

    @Test
    void topicsOfSeveralQueuesAreMadeOnce() {
        Ran ran = system.run(
                "topics", "create", "--queue", "mail", "--queue", "default", "--queue", "mail", "--queue", "b");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.lines()).doesNotHaveDuplicates();
        assertThat(ran.out()).contains("10 topics created, ");
        assertThat(system.run("topics", "create", "--queue", "mail", "--queue", "b")
                        .out())
                .contains("0 topics created");
    }
}
