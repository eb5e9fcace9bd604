package dev.carillon.cli.cluster;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.cli.WrittenSystem;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code carillon outcomes}, {@code results} and {@code events}. */
@Timeout(60)
final class ListingCommandTest {
    private static final String KEY = "report:2026-11-18T06:00:00Z";

    private final WrittenSystem system;

    ListingCommandTest(@TempDir Path directory) {
        system = new WrittenSystem(directory).at("06:00:00");
    }

    private List<String> lines(String... words) {
        Ran ran = system.run(words);
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.lines();
    }

    private void outcomes(int count) {
        for (int n = 0; n < count; n++) {
            system.outcome("job-" + n + ":2026-11-18T06:00:00Z", OutcomeStatus.SUCCEEDED, 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "20, 20", "49, 49", "50, 50", "10000, 50"})
    void atMostAsManyAreListedAsAskedFor(String count, int listed) {
        outcomes(50);
        assertThat(lines("outcomes", "-n", count)).hasSize(listed);
    }

    @Test
    void theNewestOfAllPartitionsAreListedOldestFirst() {
        for (int n = 10; n < 60; n++) {
            system.at("06:" + n + ":00").outcome("job-" + n + ":2026-11-18T06:00:00Z", OutcomeStatus.FAILED, 1);
        }
        List<String> lines = lines("outcomes", "-n", "5");
        assertThat(lines).hasSize(5).isSorted();
        assertThat(lines.get(0)).startsWith("2026-11-18T06:55:00Z").contains("job-55:");
        assertThat(lines.get(4)).contains("job-59:");
    }

    @Test
    void tenThousandAreListedAndOneOfThemIsFound() {
        outcomes(10_500);
        assertThat(lines("outcomes", "-n", "10000")).hasSize(10_000);
        assertThat(lines("outcomes", "--task", "job-3", "-n", "10000"))
                .singleElement()
                .asString()
                .contains("  job-3:");
        assertThat(lines("outcomes", "--key", "job-10499:2026-11-18T06:00:00Z")).hasSize(1);
    }

    @Test
    void aTaskIsNotMixedUpWithOneWhoseNameItBegins() {
        system.outcome("report:2026-11-18T06:00:00Z", OutcomeStatus.SUCCEEDED, 1)
                .outcome("report-2:2026-11-18T06:00:00Z", OutcomeStatus.SUCCEEDED, 1)
                .outcome("a-report:2026-11-18T06:00:00Z", OutcomeStatus.SUCCEEDED, 1);
        assertThat(lines("outcomes", "--task", "report"))
                .singleElement()
                .asString()
                .contains("  " + KEY);
        assertThat(lines("outcomes", "--task", "repor")).isEmpty();
        assertThat(lines("outcomes", "--task", "report-2", "--key", KEY)).isEmpty();
    }

    @Test
    void emptyTopicsAreListedAsNothing() {
        for (String list : List.of("outcomes", "results", "events")) {
            assertThat(lines(list)).isEmpty();
            assertThat(lines(list, "-o", "json")).isEmpty();
        }
    }

    @Test
    void aMissingTopicIsNotFound() {
        system.cli.log.deleteTopic(NAMES.outcomes());
        Ran ran = system.run("outcomes");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("carillon.outcomes", "[NO_SUCH_TOPICS]");
    }

    private void attempt(ResultStatus status, @Nullable String message) {
        Instant started = WrittenSystem.instant("06:00:01");
        system.result(Result.of(ExecutionKey.parse(KEY), 2, status)
                .withReason(null, message, null)
                .withRun(new WorkerRef("w1", "1"), new AttemptTimes(null, started, started.plusMillis(1_500)), null));
    }

    @Test
    void anAttemptIsShownWithDurationWorkerAndMessage() {
        attempt(ResultStatus.FAILED, "line one\n\tline two");
        assertThat(lines("results"))
                .containsExactly("2026-11-18T06:00:00Z  FAILED       " + KEY
                        + "  attempt 2, took 1.5 s, on w1: line one ⏎ line two");
        system.result(KEY, 3, ResultStatus.SUCCEEDED);
        assertThat(lines("results").get(1)).endsWith("  SUCCEEDED    " + KEY + "  attempt 3");
    }

    @Test
    void claimsAndSlicesAreForProgramsAndListedOnlyIfAskedFor() {
        attempt(ResultStatus.STARTED, null);
        attempt(ResultStatus.SUCCEEDED, null);
        assertThat(lines("results")).hasSize(1);
        assertThat(lines("results", "--all")).hasSize(2).anyMatch(line -> line.contains("STARTED"));
        system.elected().slice("06:00:00", "06:00:01", 1);
        assertThat(lines("events")).singleElement().asString().contains("leader-elected");
        assertThat(lines("events", "--all")).hasSize(2);
        assertThat(lines("events", "--all", "-o", "json")).hasSize(2);
    }

    @Test
    void deletionsAreNoRecordsToList() {
        system.put(NAMES.outcomes(), 0, KEY, null, Map.of());
        assertThat(lines("outcomes", "--all")).isEmpty();
        assertThat(lines("outcomes", "--all", "-o", "json")).isEmpty();
    }

    @Test
    void aRecordThatCanNotBeReadIsListedWithItsPlace() {
        system.put(NAMES.outcomes(), 2, KEY, "{oops".getBytes(StandardCharsets.UTF_8), Map.of());
        assertThat(lines("outcomes"))
                .containsExactly("2026-11-18T06:00:00Z  UNREADABLE   " + KEY + "  partition 2, offset 0");
        system.put(NAMES.events(), 1, "", new byte[0], Map.of());
        assertThat(lines("events")).singleElement().asString().endsWith("UNREADABLE     partition 1, offset 0");
    }

    /** Keys of foreign records may be anything: a title for the window, or the erasure of the lines above. */
    @ParameterizedTest
    @ValueSource(strings = {"outcomes", "results", "events"})
    void aForeignKeyDoesNotMoveTheCursor(String list) {
        system.put("carillon." + list, 0, "x\u001b[2J\r\ny", new byte[] {'{'}, Map.of());
        assertThat(lines(list)).singleElement().asString().doesNotContainPattern("\\p{Cntrl}");
    }

    /** A program reads one document from each line, whatever lies in the topic. */
    @ParameterizedTest
    @ValueSource(
            strings = {"{oops", "{\n  \"v\": 1,\n  \"pretty\": true\n}", "plain text\nof two lines", "\u001b[2J", ""})
    void eachRecordIsOneJsonDocumentOnItsLine(String value) {
        system.put(NAMES.outcomes(), 1, KEY, value.getBytes(StandardCharsets.UTF_8), Map.of());
        system.outcome(KEY, OutcomeStatus.SUCCEEDED, 1);
        List<String> lines = lines("outcomes", "-o", "json");
        assertThat(lines).hasSize(2);
        assertThat(lines).allMatch(line -> Json.read(line.getBytes(StandardCharsets.UTF_8))
                .isObject());
    }

    @Test
    void aReadableRecordIsPrintedForProgramsAsItWasWritten() {
        String written = "{\"v\":1,\"key\":\"" + KEY + "\",\"status\":\"SUCCEEDED\",\"attempts\":1,"
                + "\"decidedAt\":\"2026-11-18T06:00:00Z\",\"ofLaterVersions\":1.50}";
        system.put(NAMES.outcomes(), 0, KEY, written.getBytes(StandardCharsets.UTF_8), Map.of());
        assertThat(lines("outcomes", "-o", "json")).containsExactly(written);
    }

    @Test
    void onlySuccessesAreGreen() {
        system.cli.atTerminal();
        system.outcome(KEY, OutcomeStatus.SUCCEEDED, 1);
        system.at("06:00:01").outcome("other:2026-11-18T06:00:00Z", OutcomeStatus.FAILED, 1);
        assertThat(lines("outcomes").get(0)).contains("\u001b[32mSUCCEEDED  \u001b[0m");
        assertThat(lines("outcomes").get(1)).contains("\u001b[31mFAILED     \u001b[0m");
        assertThat(lines("outcomes", "-o", "json")).allMatch(line -> line.indexOf('\u001b') < 0);
    }

    @Test
    void anEventWithoutMessageEndsWithItsSubject() {
        Event event =
                new Event(EventType.WORKER_ONLINE, "w1", system.cli.clock.instant(), "worker/w1", null, null, Map.of());
        system.put(NAMES.events(), 0, "w1", Kind.EVENT.encode(event), Map.of());
        assertThat(lines("events")).containsExactly("2026-11-18T06:00:00Z  worker-online  w1");
        assertThat(lines("events", "--task", "w1")).hasSize(1);
    }

    /** As with {@code | head -n 3}: without an end of its own, following would go on for a reader that is gone. */
    @Test
    void followingEndsWithItsReader() {
        outcomes(10);
        system.cli.readingLines(3);
        Ran ran = system.run("outcomes", "-n", "10", "--follow");
        assertThat(ran.code()).isZero();
        assertThat(ran.lines()).hasSize(3);
    }

    @Test
    void followingPrintsWhatIsWrittenFromThenOn() throws InterruptedException {
        outcomes(10);
        system.cli.readingLines(3);
        AtomicBoolean ended = new AtomicBoolean();
        Thread others = new Thread(
                () -> {
                    for (int n = 0; n < 1_000_000 && !ended.get(); n++) {
                        system.outcome("later:2026-11-18T06:00:00Z", OutcomeStatus.SUCCEEDED, 1)
                                .outcome("other:2026-11-18T06:00:00Z", OutcomeStatus.SUCCEEDED, 1);
                        Thread.onSpinWait();
                    }
                },
                "others");
        others.start();
        Ran ran = system.run("outcomes", "-n", "0", "--follow", "--task", "later");
        ended.set(true);
        others.join();
        assertThat(ran.lines()).hasSize(3).allMatch(line -> line.contains("  later:"));
    }
}
