package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Report;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One backfill runs beside ticks over changes of the leader; another one is cancelled. */
@CarillonSystem
@Timeout(120)
final class BackfillScenarioTest {
    private static final int INSTANTS = 48;

    private static Schedule schedule(String taskId, String every) {
        String json = "{'taskId':'" + taskId + "','type':'" + Bells.RING + "','every':'" + every + "'}";
        return Kind.SCHEDULE.decode(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static void order(RunningCarillon carillon, long maxRunning) {
        Instant now = carillon.clock().instant();
        Instant hour = Instant.ofEpochSecond(now.getEpochSecond() / 3_600 * 3_600);
        carillon.command(Command.of(CommandKind.BACKFILL, "report", now, "ordered by a test")
                .withRange(hour.minus(Duration.ofHours(INSTANTS)), hour, maxRunning));
    }

    private static void awaitEnd(RunningCarillon carillon, String words) {
        carillon.awaitEvent(
                "the end of a backfill, " + words,
                event -> event.type() == EventType.BACKFILL_ENDED
                        && String.valueOf(event.message()).contains(words));
    }

    @Test
    void eachInstantIsMadeOnceAndNeverTooManyAtATimeWhoeverLeads(RunningCarillon carillon) throws Exception {
        carillon.apply(schedule("report", "1h"));
        carillon.apply(schedule("plain", "1s"));
        carillon.awaitOutcomes("plain", 1);

        order(carillon, 2);
        carillon.awaitOutcomes("report", 5);
        carillon.trigger().stopAbruptly();
        carillon.trigger().start();
        awaitEnd(carillon, "all are made");
        List<Outcome> first = carillon.awaitOutcomes("report", INSTANTS);
        order(carillon, 1);
        carillon.awaitOutcomes("report", first.size() + 2);
        carillon.command(Command.of(
                CommandKind.CANCEL_BACKFILL, "report", carillon.clock().instant(), null));
        awaitEnd(carillon, "it was cancelled");
        List.of("report", "plain").forEach(carillon::delete);

        Report report = carillon.awaitCleanReport();
        assertThat(report.count(CountNames.BACKFILLS)).isEqualTo(2);
        assertThat(report.count(CountNames.BACKFILLED)).isBetween(INSTANTS + 2L, 2L * INSTANTS - 1);
    }
}
