package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.LostTime;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Answers of {@code why} around clock changes: times that do not exist, and times that occur twice. */
final class WhyClocksTest {
    private static final Work SHELL = Work.of("shell", RawJson.NULL);
    private static final String GAP = "2026-03-29";
    private static final String FOLD = "2026-10-25";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    /** Defined, and read by the trigger, at midnight of the day. */
    private WrittenSystem defined(String day, String cron, String rule) {
        String zone = rule.contains("zone") ? rule : "'zone':'Europe/Berlin'," + rule;
        String definition = "{'taskId':'report','type':'shell','cron':'" + cron + "'," + zone + "}";
        Schedule schedule = Kind.SCHEDULE.decode(definition.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        WrittenSystem system = new WrittenSystem(directory).on(day);
        system.at("00:00:00").elected().slice("00:00:00", "00:00:00", 0);
        return system.at("00:00:01").apply(schedule).takesIn("00:00:01", 0);
    }

    private static JsonNode why(WrittenSystem system, String at) {
        Ran ran = system.run("why", "report", "--at", at, "-o", "json");
        assertThat(ran.code()).as(ran.err()).isZero();
        return Json.read(ran.out().getBytes(StandardCharsets.UTF_8));
    }

    private static void says(JsonNode answer, String verdict, String... words) {
        assertThat(answer.get("verdict").stringValue()).as(answer.toString()).isEqualTo(verdict);
        for (String one : words) {
            assertThat(answer.get("answer").stringValue()).contains(one);
        }
    }

    private static void details(JsonNode answer, String... words) {
        assertThat(answer.get("details").toString()).contains(words);
    }

    @ParameterizedTest
    @CsvSource({"2026-03-29T02:30", "02:30", "2026-03-29T01:00:00Z"})
    void aTimeThatDoesNotExistNamesTheChangeAndTheRule(String at) {
        WrittenSystem system = defined(GAP, "30 2 * * *", "'gap':'skip'");
        system.at("06:00:00").sliceThatLoses("00:59:00", "01:30:00", new LostTime("report", "2026-03-29T02:30"));
        JsonNode answer = why(system, at);
        says(
                answer,
                "NO_SUCH_TIME",
                "02:30 on Sunday 2026-03-29 does not exist in Europe/Berlin: the clocks go from 02:00 to 03:00.",
                "gap: skip, so nothing fires");
        details(
                answer,
                "nearest after: 2026-03-30T00:30:00Z",
                "The event of the slice that decided this time confirms it");
        assertThat(answer.get("at").stringValue()).isEqualTo("2026-03-29T01:00:00Z");
        assertThat(answer.get("clockChange").toString())
                .isEqualTo("{\"kind\":\"GAP\",\"zone\":\"Europe/Berlin\",\"local\":\"2026-03-29T02:30\","
                        + "\"at\":\"2026-03-29T01:00:00Z\",\"from\":\"2026-03-29T02:00\",\"to\":\"2026-03-29T03:00\","
                        + "\"rule\":\"skip\"}");
        assertThat(answer.get("evidence").values())
                .extracting(one -> one.get("what").stringValue())
                .containsExactly("definition", "slice");
    }

    @Test
    void aTimeThatIsStillToBeSkippedIsAnsweredAsWell() {
        WrittenSystem system = defined(GAP, "30 2 * * *", "'gap':'skip'");
        says(why(system, "2026-03-29T02:30"), "NO_SUCH_TIME", "gap: skip, so nothing fires");
    }

    @ParameterizedTest
    @CsvSource({"2026-03-29T02:30", "2026-03-29T03:00", "2026-03-29T01:00:00Z"})
    void theTickThatStandsForASkippedTimeSaysSo(String at) {
        WrittenSystem system = defined(GAP, "30 2 * * *", "'gap':'run-after'");
        system.at("01:00:00").task("report", "01:00:00", SHELL).slice("00:59:00", "01:00:00", 1);
        JsonNode answer = why(system, at);
        says(answer, "DISPATCHED", "It became a task");
        assertThat(answer.get("at").stringValue()).isEqualTo("2026-03-29T01:00:00Z");
        details(
                answer,
                "02:30 on Sunday 2026-03-29 does not exist in Europe/Berlin",
                "gap: run-after, so it fires right after the change, at 2026-03-29T03:00 (2026-03-29T01:00:00Z)");
        assertThat(answer.get("clockChange").get("rule").stringValue()).isEqualTo("run-after");
    }

    @Test
    void aTickInPlaceOfASkippedTimeMayHaveBeenSkippedItself() {
        WrittenSystem system = defined(GAP, "30 2 * * *", "'gap':'run-after'");
        system.at("06:00:00").skip("report", SkipReason.MISSED, "01:00:00", "01:00:00", 1);
        system.slice("00:59:00", "05:59:59", 0);
        JsonNode answer = why(system, "02:30");
        says(answer, "SKIPPED", "MISSED");
        details(answer, "gap: run-after");
    }

    @Test
    void theInstantThatOldClocksWouldHaveShownPointsToTheTick() {
        WrittenSystem system = defined(GAP, "30 2 * * *", "'gap':'run-after'");
        system.at("06:00:00").slice("00:59:00", "05:59:59", 1);
        JsonNode answer = why(system, "2026-03-29T01:30:00Z");
        says(answer, "NOT_PLANNED");
        details(answer, "gap: run-after, so it fires right after the change, at 2026-03-29T03:00");
    }

    @Test
    void whatElseFiresAtTheChangeIsNoAnswerForASkippedTime() {
        WrittenSystem system = defined(GAP, "0 3 * * *", "'gap':'run-after'");
        system.at("01:00:00").task("report", "01:00:00", SHELL).slice("00:59:00", "01:00:00", 1);
        JsonNode answer = why(system, "2026-03-29T02:30");
        says(answer, "NO_SUCH_TIME", "does not name it either");
        details(answer, "nearest after: 2026-03-29T01:00:00Z");
        assertThat(answer.get("clockChange").get("rule").isNull()).isTrue();
        JsonNode other = why(system, "2026-03-29T03:00");
        says(other, "DISPATCHED");
        assertThat(other.get("clockChange").isNull()).isTrue();
    }

    @Test
    void aWildcardGoesByRealTimeWhateverTheRule() {
        WrittenSystem system = defined(GAP, "*/30 2 * * *", "'gap':'run-after'");
        system.at("06:00:00").slice("00:59:00", "05:59:59", 0);
        JsonNode answer = why(system, "2026-03-29T02:30");
        says(answer, "NO_SUCH_TIME", "a wildcard in hours or minutes", "nothing fires in the skipped time");
        assertThat(answer.get("clockChange").get("rule").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"first, 00:30:00, 01:30:00, last", "last, 01:30:00, 00:30:00, first"})
    void oneOfTwoPassingsCounts(String rule, String fires, String other, String which) {
        WrittenSystem system = defined(FOLD, "30 2 * * *", "'fold':'" + rule + "'");
        system.at("06:00:00").task("report", fires, SHELL).slice("00:00:01", "05:59:59", 1);
        JsonNode answer = why(system, "2026-10-25T02:30");
        says(answer, "DISPATCHED");
        assertThat(answer.get("at").stringValue()).isEqualTo("2026-10-25T" + fires + "Z");
        details(answer, "This is the " + rule + " time.", "fold: " + rule + ", so it fires the " + rule + " time only");
        assertThat(answer.get("clockChange").get("rule").stringValue()).isEqualTo(rule);

        JsonNode not = why(system, "2026-10-25T" + other + "Z");
        says(
                not,
                "OTHER_PASSING",
                "02:30 on Sunday 2026-10-25 comes twice in Europe/Berlin: the clocks go back from 03:00 to 02:00.",
                "This is the " + which + " time.",
                "fold: " + rule + ", so it fires the " + rule + " time only, at 2026-10-25T" + fires + "Z");
        assertThat(not.get("next").toString()).contains("carillon why report --at 2026-10-25T" + fires + "Z");
        assertThat(not.get("clockChange").get("kind").stringValue()).isEqualTo("FOLD");
    }

    @ParameterizedTest
    @CsvSource({"30 2 * * *, fold: both, both", "30 * * * *, a wildcard in hours or minutes,"})
    void bothPassingsMayCount(String cron, String words, String rule) {
        WrittenSystem system = defined(FOLD, cron, "'fold':'" + (rule == null ? "first" : rule) + "'");
        system.at("06:00:00").slice("00:00:01", "05:59:59", 0);
        system.task("report", "00:30:00", SHELL).task("report", "01:30:00", SHELL);
        details(why(system, "2026-10-25T02:30"), "This is the first time.", words, "it fires both times");
        JsonNode second = why(system, "2026-10-25T01:30:00Z");
        says(second, "DISPATCHED");
        details(second, "This is the last time.", "it fires both times");
        assertThat(second.get("clockChange").get("rule").asString("")).isEqualTo(rule == null ? "" : rule);
    }

    @Test
    void changesOverMidnightNameTheDay() {
        WrittenSystem system = defined("2026-04-05", "30 23 * * *", "'zone':'America/Santiago'");
        system.at("06:00:00").slice("02:00:00", "05:59:59", 1);
        says(
                why(system, "2026-04-05T03:30:00Z"),
                "OTHER_PASSING",
                "23:30 on Saturday 2026-04-04 comes twice",
                "the clocks go back from 2026-04-05 00:00 to 2026-04-04 23:00");
    }

    @Test
    void timesThatNoChangeTouchesAreAnsweredAsEver() {
        WrittenSystem system = defined(GAP, "30 4 * * *", "'gap':'skip'");
        system.at("06:00:00").slice("00:59:00", "05:59:59", 0);
        for (String at : new String[] {"2026-03-29T05:30", "2026-03-29T01:00:00Z"}) {
            JsonNode answer = why(system, at);
            says(answer, "NOT_PLANNED");
            assertThat(answer.get("clockChange").isNull()).isTrue();
        }
    }
}
