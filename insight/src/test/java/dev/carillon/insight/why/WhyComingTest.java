package dev.carillon.insight.why;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.RecordedCluster.moment;
import static dev.carillon.insight.why.AnswerCheck.look;
import static dev.carillon.insight.why.AnswerCheck.why;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.trigger.EarlierJitter;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.cron.Jitter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ticks to come, ticks that a jitter puts off, and ticks that a calendar leaves out. */
final class WhyComingTest {
    private static final String AT = "06:05:00";
    private static final Duration WIDTH = Duration.ofMinutes(4);

    private final RecordedCluster cluster = new RecordedCluster();

    @BeforeEach
    void aTriggerLeads() {
        cluster.at("06:00:00").elected().slice("06:00:00", "06:00:00", 0);
    }

    private RecordedCluster defined(String fields) {
        return cluster.at("06:01:00").define("report", fields).takesIn("06:01:00", 0);
    }

    private void marked(String fields) {
        cluster.marker("report", "'version':0,'position':1,'floor':{'due':'2026-11-18T06:01:00Z'}," + fields);
    }

    private static Instant due(Instant at, List<EarlierJitter> earlier) {
        return new Jitter(WIDTH, earlier).due("report", at);
    }

    /** One that is put off by at least a minute. */
    private static Instant putOff() {
        Instant at = moment("06:10:00");
        while (due(at, List.of()).isBefore(at.plusSeconds(60))) {
            at = at.plusSeconds(300);
        }
        return at;
    }

    @Test
    void aTickThatItsJitterPutsOffIsNotLateMeanwhile() {
        Instant at = putOff();
        Instant due = due(at, List.of());
        defined("'every':'5m','jitter':'4m'");
        cluster.at(due.minusSeconds(1).toString()).watermark(due.minusSeconds(1).toString());

        why(cluster, "report", at)
                .is(Verdict.NOT_DUE_YET, "put off by its jitter until " + due + ", and not due yet: in 1 s");
        why(cluster, "report", due).is(Verdict.NOT_PLANNED);

        cluster.at(due.plusSeconds(1).toString());
        why(cluster, "report", at)
                .is(Verdict.NOT_DECIDED_YET, "The trigger has not reached it yet", "1 s before")
                .details("Its jitter put it off until " + due);
    }

    @Test
    void anInstantKeepsTheJitterThatItWasPlannedWith() {
        Instant at = putOff();
        Instant due = due(at, List.of());
        defined("'every':'5m'")
                .at(at.plusSeconds(1).toString())
                .watermark(at.plusSeconds(1).toString());
        marked("'jitters':[{'until':'" + at + "','width':'4m'}]");
        why(cluster, "report", at).is(Verdict.NOT_DUE_YET, "until " + due);

        marked("'jitters':[{'until':'" + at.minusSeconds(1) + "','width':'4m'}]");
        why(cluster, "report", at).is(Verdict.UNEXPLAINED).doesNotSay("jitter");
    }

    /** The edit comes between the instant and the moment at which its tick is due, so it is the edit that decides. */
    @Test
    void theDefinitionInForceWhenATickIsDueDecidesIt() {
        Instant at = putOff();
        Instant due = due(at, List.of());
        defined("'every':'5m','jitter':'4m'").at(at.plusSeconds(30).toString());
        cluster.slice("06:01:00", at.plusSeconds(30).toString(), 1);
        cluster.define("report", "'every':'5m','jitter':'4m','enabled':false")
                .takesIn(at.plusSeconds(30).toString(), 1);
        cluster.at(due.plusSeconds(5).toString())
                .slice(at.plusSeconds(30).toString(), due.plusSeconds(5).toString(), 1);

        why(cluster, "report", at).is(Verdict.PAUSED).citesAt(NAMES.schedules() + "-0@1");
        why(cluster, "report", at.minusSeconds(300)).is(Verdict.UNEXPLAINED).citesAt(NAMES.schedules() + "-0@0");
    }

    private void calendar(byte @Nullable [] value) {
        cluster.put(NAMES.calendars(), 0, "days", value, Map.of());
    }

    /** The trigger treats each of them as deleted, and skips the tick. */
    @Test
    void aCalendarThatIsDeletedDamagedOrOfAnUnknownZoneLeavesOutAllTicks() {
        defined("'every':'5m','calendar':'days'").at("06:04:00").watermark("06:04:00");
        why(cluster, "report", AT).is(Verdict.TO_BE_SKIPPED, "its calendar days does not exist (BROKEN)");

        calendar(json("{'name':'days'}"));
        why(cluster, "report", AT).is(Verdict.NOT_DUE_YET);
        calendar(null);
        why(cluster, "report", AT).is(Verdict.TO_BE_SKIPPED, "(BROKEN)").next("carillon calendar apply -f FILE");
        calendar(json("{'name':'days','zone':'Mars/Base'}"));
        why(cluster, "report", AT).is(Verdict.TO_BE_SKIPPED, "(BROKEN)");
        assertThat(look(cluster, "report").nextDue()).isEmpty();
        calendar(json("{'name':'days','exclude':['2026-11-18']"));
        why(cluster, "report", AT).is(Verdict.TO_BE_SKIPPED, "(BROKEN)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "'zone':'Pacific/Auckland','exclude':['2026-11-19']; TO_BE_SKIPPED",
                "'exclude':['2026-11-19']; NOT_DUE_YET",
                "'exclude':['2026-11-18']; TO_BE_SKIPPED",
                "'zone':'Pacific/Auckland','exclude':['2026-11-18']; NOT_DUE_YET"
            })
    void aDayIsOneOfTheCalendarsZoneOrElseOfTheSchedules(String fields, Verdict verdict) {
        defined("'every':'5m','calendar':'days'").at("16:04:00").watermark("16:04:00");
        calendar(json("{'name':'days'," + fields + "}"));

        AnswerCheck answer = why(cluster, "report", "16:05:00").is(verdict);
        if (verdict == Verdict.TO_BE_SKIPPED) {
            answer.says("does not count that day (CALENDAR)")
                    .cites("definition", "calendar")
                    .next("carillon calendar get days");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "06:01:50, UNEXPLAINED",
        "06:02:00, SKIPPED",
        "06:02:10, SKIPPED",
        "06:04:00, SKIPPED",
        "06:04:10, NOT_DUE_YET"
    })
    void ticksOfARangeThatIsStillLeftOutAreSkippedFromItsFirstOn(String at, Verdict verdict) {
        calendar(json("{'name':'days','include':['2026-11-18']}"));
        defined("'every':'10s','calendar':'days'").at("06:04:00").slice("06:01:00", "06:04:00", 0);
        marked("'leftOut':{'since':'2026-11-18T06:02:00Z','first':'2026-11-18T06:02:00Z'}");

        why(cluster, "report", at).is(verdict);
    }

    @Test
    void aSkipThatWasRequestedComesBeforeWhatTheCalendarSays() {
        calendar(json("{'name':'days','exclude':['2026-11-18']}"));
        defined("'every':'5m','calendar':'days'").at("06:04:00").watermark("06:04:00");
        marked("'skipping':['2026-11-18T06:05:00Z']");

        why(cluster, "report", AT)
                .is(Verdict.TO_BE_SKIPPED, "a skip was requested (REQUESTED)")
                .next("carillon schedule preview report");
        why(cluster, "report", "06:10:00").is(Verdict.TO_BE_SKIPPED, "(CALENDAR)");
    }

    /** Its event is deleted, so when the definition was read is no longer known; that it was is. */
    @Test
    void aDefinitionIsNotSaidToBeUnreadOnceTheEventOfItsReadingIsDeleted() {
        cluster.at("06:04:00").define("report", "'every':'1m'").at("06:08:00");
        cluster.takesIn("06:07:00", 0).at("06:10:00").slice("06:07:00", "06:10:00", 1);
        cluster.delete("report").define("report", "'every':'1m'").takesIn("06:10:00", 1);
        why(cluster, "report", AT).is(Verdict.DEFINED_LATER, "was read only at 2026-11-18T06:08:00Z");

        cluster.forgetBefore(NAMES.events(), "06:10:00");
        why(cluster, "report", AT).is(Verdict.NO_LONGER_KEPT).doesNotSay("no trigger has read it");
        cluster.skip("report", SkipReason.MISSED, AT, AT, 1, null);
        why(cluster, "report", AT).is(Verdict.SKIPPED);
    }
}
