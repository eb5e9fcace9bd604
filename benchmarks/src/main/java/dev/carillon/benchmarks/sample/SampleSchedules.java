package dev.carillon.benchmarks.sample;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Schedules like those of real teams: about 400 bytes each, with a name, an owner, a label and a payload of their own.
 */
public final class SampleSchedules {
    private static final int MINUTES = 60;
    private static final int HOURS = 24;
    private static final int DAYS = 28;
    private static final int TEAMS = 20;

    private SampleSchedules() {}

    public static Schedule everyMinute(int n) {
        return of(n, FiringRule.cron("0 * * * * *", null));
    }

    public static Schedule every(int n, Duration interval) {
        return of(n, FiringRule.every(interval));
    }

    public static Schedule at(int n, Instant instant) {
        return of(n, FiringRule.at(instant));
    }

    /** One of this many expressions, none of which fires often. */
    public static Schedule oneOf(int n, int expressions) {
        int e = n % expressions;
        String cron = "0 " + e % MINUTES + " " + e / MINUTES % HOURS + " " + (1 + e / (MINUTES * HOURS) % DAYS) + " "
                + (1 + e / (MINUTES * HOURS * DAYS) % 12) + " *";
        return of(n, FiringRule.cron(cron, "Europe/Berlin"));
    }

    /** The same as a person writes it: absent fields have their defaults. About 400 bytes. */
    public static byte[] definitionOf(int n, int expressions, boolean enabled) {
        Schedule schedule = oneOf(n, expressions);
        String text = "{\"v\":1,\"taskId\":\"" + schedule.taskId()
                + "\",\"description\":\"Sends the report of the day before\""
                + ",\"owner\":\"team-" + n % TEAMS + "\",\"cron\":\""
                + schedule.when().cron()
                + "\",\"zone\":\"Europe/Berlin\",\"type\":\"shell\",\"timeout\":\"10m\",\"payload\":"
                + schedule.work().payload().text() + ",\"retry\":{\"maxRetries\":5,\"delay\":\"30s\"}"
                + ",\"name\":\"Report number " + n + "\",\"labels\":{\"team\":\"team-" + n % TEAMS
                + "\"},\"enabled\":" + enabled + "}";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Schedule of(int n, FiringRule when) {
        String payload = "{\"report\":" + n + ",\"text\":\"a few words that make a task as large as most are\","
                + "\"to\":\"team-" + n % TEAMS + "@example.org\"}";
        Work plain = Work.of("shell", RawJson.written(payload.getBytes(StandardCharsets.UTF_8)));
        Work work = WorkBuilder.builder(plain)
                .shards(null)
                .name("Report number " + n)
                .labels(Map.of("team", "team-" + n % TEAMS))
                .build();
        return Schedule.of("report-" + n, when, work);
    }
}
