package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.AuditEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleChangesTest {
    private static final String REPORT = "{\"taskId\":\"report\",\"type\":\"http\",\"cron\":\"0 6 * * *\"}";

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    private RawAnswer put(String target, String body, String... headers) {
        return console.ask("PUT", target, body, headers);
    }

    private List<ReceivedRecord> written() {
        return console.log.all(RunningConsole.NAMES.schedules());
    }

    private Schedule last() {
        return written()
                .get(written().size() - 1)
                .read(Kind.SCHEDULE::ifReadable)
                .orElseThrow();
    }

    @Test
    void aNewScheduleIsCreatedAndSeen() {
        RawAnswer answer = put("/v1/schedules/report?wait=5s", REPORT);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.headers()).containsEntry("etag", "\"0\"");
        assertThat(answer.text("seen")).isEqualTo("true");
        assertThat(answer.text("inForce")).isEqualTo("true");
        assertThat(answer.json().at("/nextFire/at").stringValue()).isEqualTo("2026-11-19T06:00:00Z");
        assertThat(last().createdAt()).isEqualTo(RunningConsole.NOW);
    }

    @Test
    void anotherTakesItsPlace() {
        put("/v1/schedules/report", REPORT);

        RawAnswer answer = put("/v1/schedules/report", REPORT.replace("0 6", "0 7"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(last().when().cron()).isEqualTo("0 7 * * *");
    }

    @Test
    void theSameMeaningIsUnchangedAndWritesNothing() {
        RawAnswer created = put("/v1/schedules/report", REPORT.replace("}", ",\"payload\":{\"a\":1,\"b\":2}}"));
        assertThat(created.text("done")).isEqualTo("created");

        String same = "{\"payload\":{\"b\":2,\"a\":1},\"cron\":\"0 6 * * *\",\"type\":\"http\",\"taskId\":\"report\"}";
        RawAnswer again = put("/v1/schedules/report?wait=5s", same, "If-Match: \"0\"");
        RawAnswer stale = put("/v1/schedules/report", same, "If-Match: \"7\"");
        RawAnswer tried = put("/v1/schedules/report?dryRun=true", same);
        RawAnswer patched = console.ask("PATCH", "/v1/schedules/report", "{\"type\":\"http\"}");

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text("done")).isEqualTo("unchanged");
        assertThat(again.text("seen")).isEqualTo("true");
        assertThat(again.headers()).containsEntry("etag", "\"0\"");
        assertThat(stale.status()).isEqualTo(412);
        assertThat(tried.text("would")).isEqualTo("unchanged");
        assertThat(patched.text("done")).isEqualTo("unchanged");
        assertThat(written()).hasSize(1);
        assertThat(console.audited()).hasSize(1);
        assertThat(put("/v1/schedules/report", REPORT).text("done")).isEqualTo("changed");
    }

    /** Writes the trigger's marker of the report for that version. */
    private void marked(long version, String more) {
        String json = "{'taskId':'report','version':" + version + ",'position':" + (version + 1)
                + ",'floor':{'due':'1970-01-01T00:00:00Z'}" + more + "}";
        console.log.put(new OutgoingRecord(
                RunningConsole.NAMES.triggerState(),
                0,
                "report".getBytes(StandardCharsets.UTF_8),
                json.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
                HeaderList.none()));
    }

    @Test
    void theSameIsWrittenAgainWhereTheTriggerCannotUseIt() {
        put("/v1/schedules/report", REPORT);
        marked(0, ",'brokenCode':'UNKNOWN_CALENDAR','brokenMessage':'it does not exist'");

        assertThat(put("/v1/schedules/report?dryRun=true", REPORT).text("would"))
                .isEqualTo("changed");
        assertThat(written()).hasSize(1);
        RawAnswer again = put("/v1/schedules/report", REPORT);
        assertThat(again.text("done")).isEqualTo("changed");
        assertThat(again.headers()).containsEntry("etag", "\"1\"");

        marked(1, "");
        assertThat(put("/v1/schedules/report", REPORT).text("done")).isEqualTo("unchanged");
    }

    @Test
    void onlyByNamingEnabledDoesTheSameResumeOneThatPausedItself() {
        String report = REPORT.replace("}", ",\"pauseAfterFailures\":3}");
        put("/v1/schedules/report", report);
        marked(0, ",'pausedSince':'2026-11-18T05:00:00Z','pausedReason':'3 failures in a row'");

        assertThat(put("/v1/schedules/report", report).text("done")).isEqualTo("unchanged");
        assertThat(console.ask("PATCH", "/v1/schedules/report", "{\"type\":\"http\"}")
                        .text("done"))
                .isEqualTo("unchanged");
        assertThat(put("/v1/schedules/report", report.replace("}", ",\"enabled\":true}"))
                        .text("done"))
                .isEqualTo("changed");
        assertThat(written()).hasSize(2);
    }

    @Test
    void aPausedOneStaysPausedUnlessTheDefinitionSaysEnabled() {
        put("/v1/schedules/report", REPORT);
        console.ask("POST", "/v1/schedules/report/pause", "{\"reason\":\"the disk is full\"}");

        assertThat(put("/v1/schedules/report", REPORT).text("done")).isEqualTo("unchanged");
        RawAnswer changed = put("/v1/schedules/report", REPORT.replace("0 6", "0 7"));
        assertThat(changed.json().at("/definition/enabled").booleanValue()).isFalse();
        assertThat(last().pausedReason()).isEqualTo("the disk is full");

        put("/v1/schedules/report", REPORT.replace("}", ",\"enabled\":true}"));
        assertThat(last().enabled()).isTrue();
        assertThat(last().pausedReason()).isNull();
    }

    @Test
    void oneThatMayHavePausedItselfIsResumedByNamingEnabled() {
        put("/v1/schedules/report", REPORT.replace("}", ",\"pauseAfterFailures\":3}"));
        console.ask("PATCH", "/v1/schedules/report", "{\"enabled\":true}");
        console.ask("POST", "/v1/schedules/report/resume", "");
        assertThat(written()).hasSize(3);
    }

    @Test
    void theTopicIsReadOnceHoweverOftenSchedulesAreWritten() {
        put("/v1/schedules/report", REPORT);
        int before = console.log.follows();
        for (int hour = 7; hour < 20; hour++) {
            put("/v1/schedules/report?force=true", REPORT.replace("0 6", "0 " + hour));
        }
        assertThat(written()).hasSize(14);
        assertThat(console.log.follows()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"from\":\"2026-12-01T00:00:00Z\",\"until\":\"2026-11-01T00:00:00Z\" | CONFLICTING_FIELDS | until",
                "\"jitter\":\"-5s\"                                               | OUT_OF_RANGE       | jitter",
                "\"jitter\":\"3601s\"                                             | OUT_OF_RANGE       | jitter",
                "\"calendar\":\"wrok\"                                            | UNKNOWN_CALENDAR   | calendar",
            })
    void timesThatCantBeAreRefused(String fields, String code, String field) {
        RawAnswer answer = put("/v1/schedules/report", REPORT.replace("}", "," + fields + "}"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.text("field")).isEqualTo(field);
        assertThat(written()).isEmpty();
    }

    @Test
    void aTypeThatNoLiveWorkerServesIsRefusedUnlessForced() {
        console.serving("shell", "htp");

        RawAnswer refused = put("/v1/schedules/report", REPORT);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("code")).isEqualTo("UNKNOWN_TYPE");
        assertThat(refused.text("field")).isEqualTo("type");
        assertThat(refused.text("detail")).contains("did you mean htp?").contains("force=true");
        assertThat(written()).isEmpty();

        assertThat(put("/v1/schedules/report?force=true", REPORT).status()).isEqualTo(201);
        // Other changes to a schedule with an unserved type are accepted.
        assertThat(put("/v1/schedules/report", REPORT.replace("0 6", "0 7")).status())
                .isEqualTo(200);
        assertThat(console.ask("PATCH", "/v1/schedules/report", "{\"type\":\"mail\"}")
                        .text("code"))
                .isEqualTo("UNKNOWN_TYPE");
        assertThat(console.ask("PATCH", "/v1/schedules/report", "{\"type\":\"shell\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aDryRunWritesNothing() {
        console.applied("other");

        assertThat(put("/v1/schedules/report?dryRun=true", REPORT).text("dryRun"))
                .isEqualTo("true");
        assertThat(console.ask("DELETE", "/v1/schedules/other?dryRun=true", "").status())
                .isEqualTo(200);
        assertThat(console.ask("PATCH", "/v1/schedules/other?dryRun=true", "{\"owner\":\"me\"}")
                        .status())
                .isEqualTo(200);
        assertThat(console.ask("POST", "/v1/schedules/other/run?dryRun=true", "")
                        .status())
                .isEqualTo(202);

        assertThat(written()).hasSize(1);
        assertThat(console.runs.commands()).isEmpty();
    }

    @Test
    void changingAnOldVersionIsRefused() {
        put("/v1/schedules/report", REPORT);
        put("/v1/schedules/report", REPORT.replace("0 6", "0 7"));

        RawAnswer stale = put("/v1/schedules/report", REPORT, "If-Match: \"0\"");
        RawAnswer fresh = put("/v1/schedules/report", REPORT, "If-Match: \"7\", \"1\"");

        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.text("code")).isEqualTo("CHANGED_MEANWHILE");
        assertThat(stale.text("limit")).contains("\"1\"");
        assertThat(fresh.status()).isEqualTo(200);
        for (String verb : List.of("PATCH", "DELETE")) {
            assertThat(console.ask(verb, "/v1/schedules/report", verb.equals("PATCH") ? "{}" : "", "If-Match: \"1\"")
                            .status())
                    .isEqualTo(412);
        }
        assertThat(console.ask("POST", "/v1/schedules/report/pause", "", "If-Match: \"1\"")
                        .status())
                .isEqualTo(412);
    }

    @Test
    void ifNoneMatchRefusesATaskIdThatExists() {
        assertThat(put("/v1/schedules/report", REPORT, "If-None-Match: *").status())
                .isEqualTo(201);
        assertThat(put("/v1/schedules/report", REPORT, "If-None-Match: *").status())
                .isEqualTo(412);
        assertThat(put("/v1/schedules/absent", REPORT.replace("report", "absent"), "If-Match: *")
                        .status())
                .isEqualTo(412);
        assertThat(put("/v1/schedules/report", REPORT, "If-Match: 1").text("code"))
                .isEqualTo("BAD_PARAMETER");
        assertThat(written()).hasSize(1);
    }

    @Test
    void theNameInTheBodyIsTheOneOfThePath() {
        RawAnswer answer = put("/v1/schedules/other", REPORT);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("field")).isEqualTo("taskId");
        assertThat(answer.text("value")).isEqualTo("\"report\"");
        assertThat(answer.text("limit")).isEqualTo("other");
    }

    @Test
    void aMistypedFieldIsNamedWithTheOneThatWasMeant() {
        RawAnswer top = put("/v1/schedules/report", REPORT.replace("}", ",\"prority\":\"high\"}"));
        RawAnswer inner = put("/v1/schedules/report", REPORT.replace("}", ",\"retry\":{\"maxRetry\":3}}"));

        assertThat(top.status()).isEqualTo(422);
        assertThat(top.text("code")).isEqualTo("UNKNOWN_FIELD");
        assertThat(top.text("detail")).contains("did you mean priority?");
        assertThat(inner.text("field")).isEqualTo("retry.maxRetry");
        assertThat(written()).isEmpty();
    }

    @Test
    void whatCouldNeverRunIsRefused() {
        assertThat(put("/v1/schedules/report", REPORT.replace("0 6 * * *", "often!"))
                        .text("code"))
                .isEqualTo("BAD_CRON");
        assertThat(put("/v1/schedules/report", REPORT.replace("}", ",\"queue\":\"nowhere\"}"))
                        .text("code"))
                .isEqualTo("UNKNOWN_QUEUE");
        assertThat(put("/v1/schedules/report", REPORT.replace("}", ",\"until\":\"2020-01-01T00:00:00Z\"}"))
                        .text("code"))
                .isEqualTo("NEVER_FIRES");
        assertThat(put("/v1/schedules/report", REPORT.replace("}", ",\"shards\":{\"count\":2}}"))
                        .text("code"))
                .isEqualTo("NOT_SUPPORTED_YET");
        assertThat(written()).isEmpty();
    }

    @Test
    void aPatchChangesWhatItNames() {
        put("/v1/schedules/report", REPORT.replace("}", ",\"owner\":\"anna\",\"retry\":{\"maxRetries\":7}}"));

        RawAnswer answer = console.ask(
                "PATCH",
                "/v1/schedules/report",
                "{\"cron\":null,\"every\":\"5m\",\"owner\":null,\"retry\":{\"delay\":\"1s\"}}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(last().when().cron()).isNull();
        assertThat(last().when().every()).hasMinutes(5);
        assertThat(last().owner()).isNull();
        assertThat(last().work().retry().maxRetries()).isEqualTo(7);
        assertThat(last().work().retry().delay()).hasSeconds(1);
    }

    @Test
    void aPatchOfNothingOrToNonsenseIsRefused() {
        put("/v1/schedules/report", REPORT);

        assertThat(console.ask("PATCH", "/v1/schedules/nobody", "{}").status()).isEqualTo(404);
        assertThat(console.ask("PATCH", "/v1/schedules/report", "{\"every\":\"5m\"}")
                        .text("code"))
                .isEqualTo("CONFLICTING_FIELDS");
        assertThat(console.ask("PATCH", "/v1/schedules/report", "{\"prority\":1}")
                        .text("code"))
                .isEqualTo("UNKNOWN_FIELD");
        assertThat(console.ask("PATCH", "/v1/schedules/report", "{\"taskId\":\"else\"}")
                        .text("field"))
                .isEqualTo("taskId");
        assertThat(console.ask("PATCH", "/v1/schedules/report", "[]").text("code"))
                .isEqualTo("NOT_AN_OBJECT");
        assertThat(written()).hasSize(1);
    }

    @Test
    void aDeletedOneIsGone() {
        put("/v1/schedules/report", REPORT);

        RawAnswer answer = console.ask("DELETE", "/v1/schedules/report?wait=5s", "");

        assertThat(answer.text("seen")).isEqualTo("true");
        assertThat(console.get("/v1/schedules/report").status()).isEqualTo(404);
        assertThat(console.ask("DELETE", "/v1/schedules/report", "").text("code"))
                .isEqualTo("NO_SUCH_SCHEDULE");
    }

    @Test
    void aPausedOneSaysWhyAndGoesOn() {
        put("/v1/schedules/report", REPORT);

        RawAnswer paused =
                console.ask("POST", "/v1/schedules/report/pause", "{\"reason\":\"the <b>disk</b> is full\"}");
        RawAnswer again = console.ask("POST", "/v1/schedules/report/pause", "{\"reason\":\"the <b>disk</b> is full\"}");
        RawAnswer listed = console.get("/v1/schedules");
        RawAnswer resumed = console.ask("POST", "/v1/schedules/report/resume", "");

        assertThat(paused.json().at("/definition/enabled").booleanValue()).isFalse();
        assertThat(paused.json().has("nextFire")).isFalse();
        assertThat(again.text("version")).isEqualTo(paused.text("version"));
        assertThat(listed.json().at("/items/0/pausedReason").stringValue()).isEqualTo("the <b>disk</b> is full");
        assertThat(listed.json().at("/items/0/standing").stringValue()).isEqualTo("PAUSED");
        assertThat(resumed.json().at("/definition").has("pausedReason")).isFalse();
        assertThat(written()).hasSize(3);
    }

    @Test
    void eachChangeOfAScheduleIsInAudit() {
        put("/v1/schedules/report?dryRun=true", REPORT);
        put("/v1/schedules/report", REPORT);
        put("/v1/schedules/report", REPORT, "If-Match: \"7\"");
        console.ask("PATCH", "/v1/schedules/report", "{\"owner\":\"ann\"}");
        console.ask("POST", "/v1/schedules/report/pause", "{\"reason\":\"the disk is full\"}");
        console.ask("POST", "/v1/schedules/report/pause", "{\"reason\":\"the disk is full\"}");
        console.ask("POST", "/v1/schedules/report/resume", "");
        console.ask("DELETE", "/v1/schedules/report", "");

        assertThat(console.audited())
                .extracting(AuditEntry::action)
                .containsExactly(
                        "apply-schedule", "apply-schedule", "pause-schedule", "resume-schedule", "delete-schedule");
        assertThat(console.audited()).extracting(AuditEntry::by).containsOnly("console");
        assertThat(console.audited().get(2).reason()).isEqualTo("the disk is full");
        for (int i = 1; i < 5; i++) {
            assertThat(console.audited().get(i).before())
                    .isEqualTo(console.audited().get(i - 1).after());
        }
    }

    @Test
    void aRunIsRequestedWithItsReason() {
        put("/v1/schedules/report", REPORT);

        RawAnswer answer = console.ask("POST", "/v1/schedules/report/run?wait=5s", "{\"reason\":\"to see it\"}");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.text("seen")).isEqualTo("true");
        Command command = console.runs.commands().get(0);
        assertThat(command.command()).isEqualTo(CommandKind.RUN_NOW);
        assertThat(command.reason()).isEqualTo("to see it");
        assertThat(command.by()).isEqualTo("console");
        assertThat(answer.text("key")).isEqualTo("report:" + command.execTime());
        assertThat(console.ask("POST", "/v1/schedules/nobody/run", "").status()).isEqualTo(404);
    }

    @Test
    void theSameIdempotencyKeyRunsOnce() {
        put("/v1/schedules/report", REPORT);

        RawAnswer first = console.ask("POST", "/v1/schedules/report/run", "", "Idempotency-Key: a-1");
        RawAnswer second = console.ask("POST", "/v1/schedules/report/run", "", "Idempotency-Key: a-1");
        RawAnswer other = console.ask("POST", "/v1/schedules/report/run", "", "Idempotency-Key: a-2");
        RawAnswer reused =
                console.ask("POST", "/v1/schedules/report/run", "{\"reason\":\"another\"}", "Idempotency-Key: a-1");
        RawAnswer bad = console.ask("POST", "/v1/schedules/report/run", "", "Idempotency-Key: a 1");

        assertThat(second.text("key")).isEqualTo(first.text("key"));
        assertThat(second.text("repeated")).isEqualTo("true");
        assertThat(other.text("key")).isNotEqualTo(first.text("key"));
        assertThat(reused.text("code")).isEqualTo("KEY_REUSED");
        assertThat(bad.text("field")).isEqualTo("Idempotency-Key");
        assertThat(console.runs.commands()).hasSize(2);
    }

    @Test
    void aWaitThatIsOverSaysThatNothingWasSeen() {
        console.book.notShownFrom = 0;

        RawAnswer answer = put("/v1/schedules/report?wait=50ms", REPORT);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("seen")).isEqualTo("false");
        assertThat(answer.text("inForce")).isEqualTo("false");
    }

    @Test
    void whatTheTriggerHasNotTakenUpIsNotInForce() {
        console.book.notTakenFrom = 0;

        RawAnswer answer = put("/v1/schedules/report?wait=50ms", REPORT);

        assertThat(answer.text("seen")).isEqualTo("true");
        assertThat(answer.text("inForce")).isEqualTo("false");
    }

    @Test
    void theAnswerHasTheProblemOfAnUnusableDefinition() {
        console.book.problem = "BAD_CRON: it never fires";

        RawAnswer answer = put("/v1/schedules/report?wait=5s", REPORT);

        assertThat(answer.text("inForce")).isEqualTo("false");
        assertThat(answer.text("problem")).isEqualTo("BAD_CRON: it never fires");
    }
}
