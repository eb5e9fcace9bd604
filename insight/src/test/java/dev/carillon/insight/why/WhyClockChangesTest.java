package dev.carillon.insight.why;

import static dev.carillon.insight.why.AnswerCheck.why;
import static dev.carillon.insight.why.AnswerCheck.whyLocal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Local times that zones skip or repeat: by an hour, half an hour, two hours, at midnight, and a whole day. */
final class WhyClockChangesTest {
    private static final String GAPS = """
            zone,                 cron,        local,            change,               words
            Europe/Berlin,        30 2 * * *,  2026-03-29T02:30, 2026-03-29T01:00:00Z, from 02:00 to 03:00
            Europe/Berlin,        0 2 * * *,   2026-03-29T02:00, 2026-03-29T01:00:00Z, from 02:00 to 03:00
            Europe/Berlin,        59 2 * * *,  2026-03-29T02:59, 2026-03-29T01:00:00Z, from 02:00 to 03:00
            Australia/Lord_Howe,  15 2 * * *,  2026-10-04T02:15, 2026-10-03T15:30:00Z, from 02:00 to 02:30
            Antarctica/Troll,     30 2 * * *,  2026-03-29T02:30, 2026-03-29T01:00:00Z, from 01:00 to 03:00
            America/Sao_Paulo,    30 0 * * *,  2018-11-04T00:30, 2018-11-04T03:00:00Z, from 00:00 to 01:00
            Pacific/Apia,         0 12 * * *,  2011-12-30T12:00, 2011-12-30T10:00:00Z, from 2011-12-30 00:00 to 2011-12-31 00:00
            """;

    private final RecordedCluster cluster = new RecordedCluster();

    /** Defined and read a day before the change, decided up to a day after it. */
    private void defined(String change, String fields) {
        String before = RecordedCluster.moment(change).minusSeconds(86_400).toString();
        String after = RecordedCluster.moment(change).plusSeconds(86_400).toString();
        cluster.at(before).elected().define("report", fields).takesIn(before, 0);
        cluster.at(after).slice(before, after, 1);
    }

    private static String cron(String cron, String zone, String rules) {
        return "'cron':'" + cron + "','zone':'" + zone + "'" + rules;
    }

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = GAPS)
    void aSkippedTimeHasNoTickIfTheRuleIsSkip(String zone, String cron, String local, String change, String words) {
        defined(change, cron(cron, zone, ",'gap':'skip'"));

        for (AnswerCheck answer :
                new AnswerCheck[] {whyLocal(cluster, "report", local), why(cluster, "report", change)}) {
            answer.is(Verdict.NO_SUCH_TIME, "does not exist in " + zone + ": the clocks go " + words + ".")
                    .says("The schedule's rule for that is gap: skip, so nothing fires.")
                    .isAbout(change)
                    .clockChange("GAP", "skip");
        }
    }

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = GAPS)
    void aSkippedTimeHasItsTickRightAfterTheChangeIfTheRuleIsRunAfter(
            String zone, String cron, String local, String change, String words) {
        defined(change, cron(cron, zone, ""));
        cluster.tick("report", change);

        whyLocal(cluster, "report", local)
                .is(Verdict.DISPATCHED)
                .isAbout(change)
                .details(words, "gap: run-after, so it fires right after the change", "(" + change + ")")
                .clockChange("GAP", "run-after");
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin,       30 2 * * *,  2026-10-25T02:30, 2026-10-25T00:30:00Z, 2026-10-25T01:30:00Z",
        "Europe/Berlin,       0 2 * * *,   2026-10-25T02:00, 2026-10-25T00:00:00Z, 2026-10-25T01:00:00Z",
        "Australia/Lord_Howe, 45 1 * * *,  2026-04-05T01:45, 2026-04-04T14:45:00Z, 2026-04-04T15:15:00Z",
        "America/Santiago,    30 23 * * *, 2026-04-04T23:30, 2026-04-05T02:30:00Z, 2026-04-05T03:30:00Z"
    })
    void aRepeatedTimeFiresAtThePassingThatTheRuleNames(
            String zone, String cron, String local, String first, String second) {
        for (String rule : new String[] {"first", "last"}) {
            String fires = rule.equals("first") ? first : second;
            String other = rule.equals("first") ? second : first;
            RecordedCluster own = new RecordedCluster();
            own.at("2026-03-01T00:00:00Z").elected().define("report", cron(cron, zone, ",'fold':'" + rule + "'"));
            own.takesIn("2026-03-01T00:00:00Z", 0).at("2026-11-01T00:00:00Z");
            own.slice("2026-03-01T00:00:00Z", "2026-11-01T00:00:00Z", 1);
            own.tick("report", fires);

            whyLocal(own, "report", local).is(Verdict.DISPATCHED).isAbout(fires).clockChange("FOLD", rule);
            AnswerCheck answer = why(own, "report", other)
                    .is(
                            Verdict.OTHER_PASSING,
                            "fold: " + rule + ", so it fires the " + rule + " time only, at " + fires)
                    .clockChange("FOLD", rule);
            assertThat(answer.answer().next()).containsOnlyOnce("carillon why report --at " + fires);
        }
    }

    @Test
    void bothPassingsAreTicksIfTheRuleIsBoth() {
        defined("2026-10-25T01:00:00Z", cron("30 2 * * *", "Europe/Berlin", ",'fold':'both'"));
        cluster.tick("report", "2026-10-25T01:30:00Z");

        whyLocal(cluster, "report", "2026-10-25T02:30")
                .isAbout("2026-10-25T00:30:00Z")
                .is(Verdict.UNEXPLAINED)
                .details("This is the first time.", "fold: both, so it fires both times");
        why(cluster, "report", "2026-10-25T01:30:00Z").is(Verdict.DISPATCHED).details("This is the last time.");
    }

    /** One tick stands for all times of the skipped hour, and for one that is named for that very instant. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-03-29T02:00", "2026-03-29T02:30", "2026-03-29T03:00"})
    void oneTickStandsForAllTimesThatOneChangeSkips(String local) {
        defined("2026-03-29T01:00:00Z", cron("0,30 2-3 * * *", "Europe/Berlin", ""));
        cluster.tick("report", "2026-03-29T01:00:00Z");

        whyLocal(cluster, "report", local).is(Verdict.DISPATCHED).isAbout("2026-03-29T01:00:00Z");
    }

    @Test
    void theTickOfAChangeToComeIsForetoldWithIt() {
        cluster.at("2026-03-28T12:00:00Z").elected().define("report", cron("30 2 * * *", "Europe/Berlin", ""));
        cluster.takesIn("2026-03-28T12:00:00Z", 0);

        whyLocal(cluster, "report", "2026-03-29T02:30")
                .is(Verdict.NOT_DUE_YET, "in 13 h")
                .isAbout("2026-03-29T01:00:00Z")
                .clockChange("GAP", "run-after");
        whyLocal(cluster, "report", "2026-10-25T02:30").is(Verdict.NOT_DUE_YET).clockChange("FOLD", "first");
    }

    @Test
    void aWildcardFiresInRealTimeWhateverTheRules() {
        defined("2026-03-29T01:00:00Z", cron("*/30 * * * *", "Europe/Berlin", ",'gap':'skip'"));
        whyLocal(cluster, "report", "2026-03-29T02:30")
                .is(
                        Verdict.NO_SUCH_TIME,
                        "fires in real time, and gap and fold do not apply: nothing fires in the skipped time")
                .clockChange("GAP", null);

        cluster.at("2026-10-24T12:00:00Z").watermark("2026-10-24T12:00:00Z");
        why(cluster, "report", "2026-10-25T01:30:00Z")
                .is(Verdict.NOT_DUE_YET)
                .details("This is the last time.", "it fires both times")
                .clockChange("FOLD", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'every':'30m'", "'cron':'30 4 * * *'", "'dependsOn':['a']", "'at':'2026-03-29T01:00:00Z'"})
    void aTimeThatTheZoneSkipsIsNoTimeOfAnyScheduleOfThatZone(String rule) {
        defined("2026-03-29T01:00:00Z", rule + (rule.contains("cron") ? ",'zone':'Europe/Berlin'" : ""));
        if (rule.contains("cron")) {
            whyLocal(cluster, "report", "2026-03-29T02:30")
                    .is(Verdict.NO_SUCH_TIME, "does not name it either.")
                    .clockChange("GAP", null);
        } else {
            // Without an expression, local times are those of UTC, which skips none.
            whyLocal(cluster, "report", "2026-03-29T02:30")
                    .isAbout("2026-03-29T02:30:00Z")
                    .clockChange(null, null);
        }
    }

    @Test
    void theRuleIsThatOfTheDefinitionThatWasInForceAtTheChange() {
        defined("2026-03-29T01:00:00Z", cron("30 2 * * *", "Europe/Berlin", ",'gap':'skip'"));
        cluster.define("report", cron("30 2 * * *", "Europe/Berlin", ""))
                .takesIn(cluster.now().toString(), 1);

        whyLocal(cluster, "report", "2026-03-29T02:30")
                .is(Verdict.NO_SUCH_TIME, "gap: skip, so nothing fires")
                .details("was changed later");
        whyLocal(cluster, "report", "2027-03-28T02:30").is(Verdict.NOT_DUE_YET).clockChange("GAP", "run-after");
    }

    @Test
    void onlyTheEventThatNamesTheScheduleConfirmsTheSkippedTime() {
        String before = "2026-03-28T12:00:00Z";
        cluster.at(before).elected().define("report", cron("30 2 * * *", "Europe/Berlin", ",'gap':'skip'"));
        cluster.define("other", cron("30 2 * * *", "Europe/Berlin", ",'gap':'skip'"))
                .takesIn(before, 0);
        cluster.at("2026-03-29T06:00:00Z");
        cluster.sliceThatLoses(before, "2026-03-29T06:00:00Z", "other", "2026-03-29T02:30");

        whyLocal(cluster, "other", "2026-03-29T02:30").details("confirms it").cites("definition", "slice");
        whyLocal(cluster, "report", "2026-03-29T02:30").is(Verdict.NO_SUCH_TIME).doesNotSay("confirms it");
    }

    @Test
    void timesNearAChangeAreNotTouchedByIt() {
        defined("2026-03-29T01:00:00Z", cron("59 1 * * *", "Europe/Berlin", ",'gap':'skip'"));

        whyLocal(cluster, "report", "2026-03-29T01:59").is(Verdict.UNEXPLAINED).clockChange(null, null);
        whyLocal(cluster, "report", "2026-03-29T03:00").is(Verdict.NOT_PLANNED).clockChange(null, null);
        why(cluster, "report", "2026-03-29T00:59:59Z").is(Verdict.NOT_PLANNED).clockChange(null, null);
    }

    @Test
    void anAnswerAsJsonHasItsFieldsInOrderAndSaysThatThereIsNoClockChange() {
        defined("2026-03-29T01:00:00Z", cron("59 1 * * *", "Europe/Berlin", ""));

        assertThat(Json.answer(why(cluster, "unknown", "2026-03-29T00:59:00Z").answer()))
                .isEqualTo("{\"taskId\":\"unknown\",\"at\":\"2026-03-29T00:59:00Z\",\"verdict\":\"UNKNOWN_SCHEDULE\","
                        + "\"answer\":\"No schedule of this name was ever defined, as far back as definitions are kept.\","
                        + "\"details\":[],\"evidence\":[],\"next\":[\"carillon schedule list\"],\"clockChange\":null}");
        assertThat(Json.answer(why(cluster, "report", "2026-03-30T05:00:00Z").answer()))
                .contains("\"evidence\":[{\"what\":\"definition\",\"topic\":\"carillon.schedules\",\"partition\":0,"
                        + "\"offset\":0,\"appended\":\"2026-03-28T01:00:00Z\"}]");
    }
}
