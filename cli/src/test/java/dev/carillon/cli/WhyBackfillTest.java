package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers of {@code why} for the key of an execution that a backfill has made, or will make. */
final class WhyBackfillTest {
    private static final Instant NOMINAL = Instant.parse("2026-11-17T01:00:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    private static byte[] json(String fields) {
        return ("{'taskId':'report'," + fields + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    @BeforeEach
    void backfillUnderWay() {
        Schedule schedule = Kind.SCHEDULE.decode(json("'type':'shell','every':'1h'"));
        Marker marker = Kind.MARKER.decode(json("'version':0,'position':1,'floor':{'due':'2026-11-18T06:01:00Z'},"
                + "'backfill':{'from':'2026-11-17T00:00:00Z','to':'2026-11-18T00:00:00Z','maxRunning':1,'nanos':7,"
                + "'next':'2026-11-17T01:00:01Z','planned':24,'made':2,"
                + "'open':[{'at':'2026-11-17T01:00:00Z','until':'2026-11-24T00:00:00Z'}]}"));
        system = new WrittenSystem(directory);
        system.at("06:00:00").elected().slice("06:00:00", "06:00:00", 0);
        system.at("06:01:00.500").apply(schedule);
        system.takesIn("06:01:00", 0).at("06:06:00").slice("06:05:00", "06:06:00", 1);
        system.marker(marker);
    }

    @Test
    void oneThatIsMadeSaysWhatItMakesUpFor() {
        ExecutionKey key = ExecutionKey.of("report", NOMINAL.plusNanos(7));
        Schedule schedule = Kind.SCHEDULE.decode(json("'type':'shell','every':'1h'"));
        Task task = Task.first(key, Origin.BACKFILL, schedule.work()).withNominalTime(NOMINAL);
        system.put(task, CommandLineHarness.NAMES.tasks("default", Priority.NORMAL), Map.of());

        assertThat(why("report:2026-11-17T01:00:00.000000007Z"))
                .contains("It became a task")
                .contains("makes up for the instant 2026-11-17T01:00:00Z");
    }

    @Test
    void theKeyThatTheBackfillCommandSuggestsIsAnswered() {
        Backfill backfill = Backfill.ordered(NOMINAL, NOMINAL.plusSeconds(3_600), 1, 7, 1);
        ExecutionKey key = ExecutionKey.of("report", backfill.execTime(NOMINAL));
        Schedule schedule = Kind.SCHEDULE.decode(json("'type':'shell','every':'1h'"));
        Task task = Task.first(key, Origin.BACKFILL, schedule.work()).withNominalTime(NOMINAL);
        system.put(task, CommandLineHarness.NAMES.tasks("default", Priority.NORMAL), Map.of());

        assertThat(why(key.toString())).contains("It became a task").contains("carillon status " + key);
    }

    @Test
    void oneThatIsNotMadeYetSaysHowFarTheBackfillIs() {
        assertThat(why("report:2026-11-17T02:00:00.000000007Z"))
                .contains("The backfill has not reached 2026-11-17T02:00:00Z yet.")
                .contains("2 of 24 instants made, 1 open (at most 1), 22 to go")
                .contains("carillon schedule backfill report");
    }

    @Test
    void instantThatTheCalendarLeavesOutOfItSaysSo() {
        Marker marker = Kind.MARKER.decode(json("'version':1,'position':2,'floor':{'due':'2026-11-18T06:06:00Z'},"
                + "'backfill':{'from':'2026-11-17T00:00:00Z','to':'2026-11-18T00:00:00Z','maxRunning':1,'nanos':7,"
                + "'next':'2026-11-17T01:00:01Z','planned':24,'leftOut':2}"));
        byte[] days =
                "{'name':'days','exclude':['2026-11-17']}".replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        system.put(CommandLineHarness.NAMES.calendars(), 0, "days", days, Map.of());
        system.apply(Kind.SCHEDULE.decode(json("'type':'shell','every':'1h','calendar':'days'")));
        system.takesIn("06:06:00", 1).marker(marker);

        assertThat(why("report:2026-11-17T01:00:00.000000007Z"))
                .contains("made no execution for 2026-11-17T01:00:00Z because the schedule's calendar leaves it out")
                .contains("carillon calendar get days");
        assertThat(why("report:2026-11-17T02:00:00.000000007Z"))
                .contains("has not reached 2026-11-17T02:00:00Z yet, and will leave it out");
    }

    @Test
    void instantThatItsScheduleDoesNotPlanIsNoneOfIt() {
        assertThat(why("report:2026-11-17T02:30:00.000000007Z"))
                .contains("A backfill makes up for planned instants")
                .contains("every 1h, plans nothing at 2026-11-17T02:30:00Z");
    }

    @Test
    void oneThatWasNotMadeBeforeTheEndSaysHowThatCame() {
        long nanos = Backfill.nanosOf(0);
        Command order = Kind.COMMAND.decode(("{'command':'backfill','subject':'report','at':'2026-11-18T06:06:00Z',"
                        + "'from':'2026-11-17T00:00:00Z','to':'2026-11-18T00:00:00Z'}")
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8));
        system.put(CommandLineHarness.NAMES.control(), 0, "report", Kind.COMMAND.encode(order), Map.of());
        String key = "report:2026-11-17T02:00:00." + nanos + "Z";
        assertThat(why(key)).contains("no record shows that it made an execution for it, or how it ended");

        String message = "backfill of 2026-11-17T00:00:00Z to before 2026-11-18T00:00:00Z, it was cancelled: 1 of 24"
                + " instants made; nothing is made from 2026-11-17T00:00:01Z on";
        Event end =
                new Event(EventType.BACKFILL_ENDED, "report", NOMINAL, WrittenSystem.LEADER, message, null, Map.of());
        int home = Murmur2.partition("report".getBytes(StandardCharsets.UTF_8), WrittenSystem.PARTITIONS);
        system.put(CommandLineHarness.NAMES.events(), home, "report", Kind.EVENT.encode(end), Map.of());
        assertThat(why(key))
                .contains("ended without an execution for 2026-11-17T02:00:00Z: " + message)
                .contains("backfill ended")
                .contains("command");
    }

    @Test
    void keyThatIsNobodysIsNoTick() {
        assertThat(why("report:2026-11-17T02:00:00.000000008Z")).contains("No tick has that key");
    }

    private String why(String key) {
        CommandLineHarness.Ran ran = system.run("why", key);
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.out().replaceAll("\\s+", " ");
    }
}
