package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Setting;
import dev.carillon.schemas.trigger.AuditEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calendars and the default routing over REST. */
class SettingsTest {
    private static final String WORK = "{\"name\":\"work\",\"weekdays\":[\"mon-fri\"]}";

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    private List<ReceivedRecord> written() {
        return console.log.all(RunningConsole.NAMES.calendars());
    }

    @Test
    void aCalendarIsMadeChangedListedAndDeleted() {
        RawAnswer made = console.ask("PUT", "/v1/calendars/work", WORK);
        RawAnswer changed = console.ask("PUT", "/v1/calendars/work", WORK.replace("fri", "sat"));
        console.ask("PUT", "/v1/calendars/other", WORK.replace("work", "other"));

        assertThat(made.status()).isEqualTo(201);
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.headers()).containsEntry("etag", "\"1\"");
        assertThat(console.get("/v1/calendars/work")
                        .json()
                        .at("/definition/weekdays/0")
                        .stringValue())
                .isEqualTo("mon-sat");
        RawAnswer first = console.get("/v1/calendars?limit=1");
        assertThat(first.json().at("/items/0/name").stringValue()).isEqualTo("other");
        assertThat(console.get("/v1/calendars?cursor=" + first.text("next"))
                        .json()
                        .at("/items/0/name")
                        .stringValue())
                .isEqualTo("work");

        console.put(
                "report",
                "{\"taskId\":\"report\",\"type\":\"http\",\"every\":\"1h\",\"calendar\":\"work\"}"
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(console.ask("DELETE", "/v1/calendars/work", "").text("schedules"))
                .isEqualTo("1");
        assertThat(console.get("/v1/calendars/work").status()).isEqualTo(404);
        assertThat(console.ask("DELETE", "/v1/calendars/work", "").text("code")).isEqualTo("NO_SUCH_CALENDAR");
    }

    @Test
    void whatIsWrongWithACalendarIsNamed() {
        RawAnswer date = console.ask("PUT", "/v1/calendars/work", "{\"name\":\"work\",\"exclude\":[\"2026-02-30\"]}");
        RawAnswer field = console.ask("PUT", "/v1/calendars/work", "{\"name\":\"work\",\"weekday\":[\"mon\"]}");
        RawAnswer name = console.ask("PUT", "/v1/calendars/other", WORK);

        assertThat(date.status()).isEqualTo(422);
        assertThat(date.text("code")).isEqualTo("BAD_DATE");
        assertThat(date.text("field")).isEqualTo("exclude[0]");
        assertThat(field.text("code")).isEqualTo("UNKNOWN_FIELD");
        assertThat(field.text("detail")).contains("did you mean weekdays?");
        assertThat(name.text("code")).isEqualTo("CONFLICTING_FIELDS");
        assertThat(name.text("field")).isEqualTo("name");
        assertThat(written()).isEmpty();
    }

    @Test
    void changingAnOldCalendarIsRefusedAndADryRunWritesNothing() {
        console.ask("PUT", "/v1/calendars/work?dryRun=true", WORK);
        assertThat(written()).isEmpty();
        console.ask("PUT", "/v1/calendars/work", WORK);
        console.ask("PUT", "/v1/calendars/work", WORK, "If-Match: \"0\"");

        RawAnswer stale = console.ask("PUT", "/v1/calendars/work", WORK, "If-Match: \"0\"");

        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.text("detail")).contains("the calendar does not meet If-Match");
        assertThat(console.ask("PUT", "/v1/calendars/work", WORK, "If-None-Match: *")
                        .status())
                .isEqualTo(412);
        assertThat(console.ask("DELETE", "/v1/calendars/work", "", "If-Match: \"0\"")
                        .status())
                .isEqualTo(412);
        assertThat(console.ask("DELETE", "/v1/calendars/work?dryRun=true", "").status())
                .isEqualTo(200);
        assertThat(written()).hasSize(2);
    }

    @Test
    void eachChangeOfACalendarIsInAudit() {
        console.ask("PUT", "/v1/calendars/work?dryRun=true", WORK);
        console.ask("PUT", "/v1/calendars/work", WORK);
        console.ask("PUT", "/v1/calendars/work", WORK.replace("fri", "sat"));
        console.ask("PUT", "/v1/calendars/work", WORK, "If-Match: \"7\"");
        console.ask("DELETE", "/v1/calendars/work?dryRun=true", "");
        console.ask("DELETE", "/v1/calendars/work", "");

        assertThat(console.audited())
                .extracting(AuditEntry::action)
                .containsExactly("apply-calendar", "apply-calendar", "delete-calendar");
        assertThat(console.audited()).extracting(AuditEntry::by).containsOnly("console");
        assertThat(console.audited().get(1).before())
                .isEqualTo(console.audited().get(0).after());
        assertThat(console.audited().get(2).before())
                .isEqualTo(console.audited().get(1).after());
    }

    @Test
    void theDefaultRoutingIsSetAndResetWithAnEntryInAudit() {
        assertThat(console.get("/v1/settings/routing").text("routing")).isEqualTo("hash");

        RawAnswer set =
                console.ask("PUT", "/v1/settings/routing", "{\"routing\":\"least-tasks\",\"reason\":\"the batch\"}");
        RawAnswer again = console.get("/v1/settings/routing");
        RawAnswer reset = console.ask("DELETE", "/v1/settings/routing", "");

        assertThat(set.text("routing")).isEqualTo("least-tasks");
        assertThat(again.text("reason")).isEqualTo("the batch");
        assertThat(again.text("by")).isEqualTo("console");
        assertThat(reset.text("set")).isEqualTo("false");
        List<ReceivedRecord> settings = console.log.all(RunningConsole.NAMES.settings());
        assertThat(settings.get(0).read(Kind.SETTING::ifReadable).map(Setting::name))
                .contains("default-routing");
        assertThat(settings.get(1).value()).isNull();
        assertThat(console.audited()).extracting(AuditEntry::action).containsExactly("set-routing", "reset-routing");
    }

    @Test
    void anUnknownStrategyIsRefused() {
        RawAnswer answer = console.ask("PUT", "/v1/settings/routing", "{\"routing\":\"least-task\"}");
        RawAnswer none = console.ask("PUT", "/v1/settings/routing", "{}");

        assertThat(answer.text("code")).isEqualTo("UNKNOWN_VALUE");
        assertThat(answer.text("field")).isEqualTo("routing");
        assertThat(none.text("code")).isEqualTo("MISSING_FIELD");
        assertThat(console.log.all(RunningConsole.NAMES.settings())).isEmpty();
    }
}
