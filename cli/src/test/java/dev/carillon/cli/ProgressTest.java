package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Progress that commands over many schedules print to standard error, by a clock that each record moves on. */
final class ProgressTest {
    /** More than are written at once. */
    private static final int MANY = 6_000;

    private final AtomicLong nanos = new AtomicLong();
    private final CommandLineHarness harness;

    ProgressTest(@TempDir Path directory) throws IOException {
        harness = new CommandLineHarness(directory).ticking(nanos::get).withWorker("http");
        Files.writeString(
                directory.resolve("many.json"),
                IntStream.range(0, MANY)
                        .mapToObj(n -> "{\"taskId\":\"job-" + n + "\",\"type\":\"http\",\"cron\":\"0 6 * * *\"}")
                        .collect(Collectors.joining("\n")));
    }

    /** Each written record takes this long. */
    private void slow(Duration each) {
        harness.log.whenAppended(record -> nanos.addAndGet(each.toNanos()));
    }

    private Ran apply() {
        return harness.run("schedule", "apply", "-f", "many.json");
    }

    private static List<String> progress(Ran ran) {
        return ran.err().lines().filter(line -> line.endsWith(" so far")).toList();
    }

    @Test
    void applyingSaysHowFarItIsOnceTwoSecondsAreOver() {
        slow(Duration.ofMillis(1));

        Ran ran = harness.watched().run("schedule", "apply", "-f", "many.json");

        assertThat(ran.code()).isZero();
        // A record in the audit and one in the topic for each of the first 5,000: ten seconds.
        assertThat(progress(ran)).containsExactly("applied 5000 of 6000 so far");
        assertThat(ran.err()).endsWith(" so far" + System.lineSeparator()).doesNotContain("\r\u001b", "\u001b");
        assertThat(ran.out()).doesNotContain("so far").contains("6000");
    }

    @Test
    void applyingWithinTwoSecondsSaysNothing() {
        slow(Duration.ofNanos(100_000));
        assertThat(harness.watched().run("schedule", "apply", "-f", "many.json").err())
                .isEmpty();
    }

    @Test
    void applyingSaysNothingWhereNoTerminalIs() {
        slow(Duration.ofMillis(1));
        assertThat(apply().err()).isEmpty();
    }

    @Test
    void checkingAFileSaysHowFarItIs() {
        // Each reading moves the clock on: one per definition, while nothing is written yet.
        harness.watched().ticking(() -> nanos.addAndGet(Duration.ofMillis(1).toNanos()));

        assertThat(progress(harness.run("schedule", "apply", "--dry-run", "-f", "many.json")))
                .hasSizeBetween(2, 3)
                .allMatch(line -> line.matches("checked [0-9]+ of many.json so far"));
    }

    @Test
    void pausingAndResumingSayHowFarTheyAreEveryTwoSeconds() {
        apply();
        slow(Duration.ofMillis(1));
        harness.watched();

        // A thousand are written at once and then reported: two seconds each.
        assertThat(progress(harness.run("schedule", "pause", "--all")))
                .containsExactly(
                        "paused 1 of 6000 so far",
                        "paused 1001 of 6000 so far",
                        "paused 2001 of 6000 so far",
                        "paused 3001 of 6000 so far",
                        "paused 4001 of 6000 so far",
                        "paused 5001 of 6000 so far");
        Ran resumed = harness.run("schedule", "resume", "--all");
        assertThat(progress(resumed)).hasSize(6).allMatch(line -> line.startsWith("resumed "));
        assertThat(resumed.out().lines()).hasSize(MANY).noneMatch(line -> line.contains("of 6000"));
        assertThat(resumed.err().lines()).hasSize(6);
    }

    @Test
    void pausingSaysNothingWithinTwoSecondsNorWhereNoTerminalIs() {
        apply();
        slow(Duration.ofNanos(100_000));
        assertThat(harness.run("schedule", "pause", "--all").err()).isEmpty();
        slow(Duration.ofMillis(1));
        assertThat(harness.run("schedule", "resume", "--all").err()).isEmpty();
        slow(Duration.ofNanos(100_000));
        assertThat(harness.watched().run("schedule", "pause", "--all").err()).isEmpty();
    }

    @Test
    void theLastOneIsNoProgress() {
        apply();
        slow(Duration.ofSeconds(5));
        assertThat(harness.watched().run("schedule", "pause", "job-1").err()).isEmpty();
    }
}
