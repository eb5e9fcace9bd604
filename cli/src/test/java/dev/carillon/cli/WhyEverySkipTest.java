package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** {@code why} explains every reason of a skip, from the record of the skip. */
final class WhyEverySkipTest {
    private static final Instant AT = Instant.parse("2026-11-18T06:05:00Z");
    private static final Instant FIRST = AT.minus(Duration.ofMinutes(3));
    private static final Instant LAST = AT.plus(Duration.ofMinutes(3));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    /**
     * The answer for one reason.
     *
     * @param fields of a schedule whose ticks may be skipped for it
     * @param because the cause in the record
     * @param usually the answer for a record without a cause
     * @param next the commands to try next
     */
    private record Expected(String fields, String because, String usually, List<String> next) {
        Expected(String because, String usually) {
            this("'every':'1m'", because, usually, List.of("carillon schedule get report"));
        }
    }

    /** Without a case for a new reason, this does not compile. */
    private static Expected of(SkipReason reason) {
        return switch (reason) {
            case OVERLAP ->
                new Expected(
                        "report:2026-11-18T06:01:00Z had no outcome yet",
                        "an earlier execution or tick was unfinished when it was due");
            case MISSED ->
                new Expected(
                        "no trigger decided it in time, and its rule for missed ticks does not make up for it; decided"
                                + " at 2026-11-18T06:20:00Z",
                        "it was overdue when it could first be decided");
            case COALESCED -> new Expected("that of 06:09 stands for all", "a later tick replaces it");
            case CALENDAR ->
                new Expected(
                        "'every':'1m','calendar':'days'",
                        "2026-11-18 is a holiday",
                        "its calendar leaves it out",
                        List.of("carillon calendar get days"));
            case PAUSED ->
                new Expected(
                        "it was paused since 2026-11-18T06:01:30Z: the printer is broken", "the schedule was paused");
            case REQUESTED -> new Expected("ann asked for it: the source is being moved", "a skip was requested");
            case BROKEN ->
                new Expected(
                        "'every':'1m','calendar':'days'",
                        "its calendar days does not exist",
                        "its definition, its calendar or its queue could not be used",
                        List.of("carillon calendar get days"));
            case DEPENDENCY ->
                new Expected(
                        "'dependsOn':['a','b']",
                        "b ended FAILED, and dependsOnEnd is succeeded",
                        "a schedule it depends on did not end as required",
                        List.of("carillon why b --at "));
        };
    }

    @ParameterizedTest
    @EnumSource
    void aSkipSaysItsReasonAndTheCauseThatItsRecordHas(SkipReason reason) {
        Expected expected = of(reason);
        WrittenSystem system = skipped(reason, new SkippedRange(reason, AT, AT, 1), expected.because());
        isAnswered(system, reason, AT, AT, "because " + expected.because() + " (" + reason + ").");
    }

    @ParameterizedTest
    @EnumSource
    void aSkipWhoseRecordHasItsReasonOnlySaysWhatIsTrueOfAll(SkipReason reason) {
        WrittenSystem system = skipped(reason, new SkippedRange(reason, AT, AT, 1), null);
        isAnswered(system, reason, AT, AT, "because " + of(reason).usually(), "(" + reason + ").");
    }

    @ParameterizedTest
    @EnumSource
    void eachTickOfARangeIsAnsweredFromItsOneRecord(SkipReason reason) {
        Expected expected = of(reason);
        WrittenSystem system = skipped(reason, new SkippedRange(reason, FIRST, LAST, 7), expected.because());
        for (Instant asked : List.of(FIRST, AT, LAST)) {
            isAnswered(
                    system,
                    reason,
                    asked,
                    FIRST,
                    "because " + expected.because() + " (" + reason + "), as one of 7 ticks from " + FIRST + " to "
                            + LAST + ".");
        }
    }

    /** The skip as a trigger writes it when it leads again. */
    private WrittenSystem skipped(SkipReason reason, SkippedRange range, @Nullable String because) {
        WrittenSystem system = new WrittenSystem(directory);
        system.at("06:00:00").elected().slice("06:00:00", "06:00:00", 0);
        byte[] definition = ("{'taskId':'report','type':'shell'," + of(reason).fields() + "}")
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8);
        system.at("06:01:00.500").apply(Kind.SCHEDULE.decode(definition)).takesIn("06:01:00", 0);
        String words = range.count() + (range.count() == 1 ? " tick" : " ticks") + " skipped: "
                + reason.name().toLowerCase(Locale.ROOT) + (because == null ? "" : ", because " + because);
        system.at("06:20:00")
                .result(Result.of(ExecutionKey.of("report", range.first()), 1, ResultStatus.SKIPPED)
                        .withReason(reason.name(), words, null)
                        .withSkipped(range));
        return system.slice("06:01:00", "06:20:00", 0);
    }

    private static void isAnswered(
            WrittenSystem system, SkipReason reason, Instant asked, Instant first, String... words) {
        Ran told = system.run("why", "report", "--at", asked.toString());
        assertThat(told.code()).as(told.err()).isZero();
        assertThat(told.out()).contains("It was skipped because", reason.name(), "Evidence:", "Next: carillon ");

        Ran ran = system.run("why", "report", "--at", asked.toString(), "-o", "json");
        JsonNode answer = Json.read(ran.out().getBytes(StandardCharsets.UTF_8));
        assertThat(answer.get("verdict").stringValue()).as(ran.out()).isEqualTo("SKIPPED");
        assertThat(answer.get("answer").stringValue()).contains(words);
        assertThat(ran.out()).doesNotContain("UNKNOWN", "UNEXPLAINED", "no longer kept", "not known", "lost");
        int home = ExecutionKey.of("report", first).home(WrittenSystem.PARTITIONS);
        assertThat(answer.get("evidence").values()).as("the record").anySatisfy(one -> assertThat(List.of(
                        one.get("what").stringValue(),
                        one.get("topic").stringValue(),
                        one.get("partition").intValue(),
                        one.get("offset").longValue()))
                .isEqualTo(List.of("skip", NAMES.results(), home, 0L)));
        assertThat(answer.get("next").toString()).contains(of(reason).next());
    }
}
