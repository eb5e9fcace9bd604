package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Report;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jitter, a calendar that is edited while in use, and skipped ticks, over changes of the leader. */
@CarillonSystem
@Timeout(120)
final class DaysScenarioTest {
    private static Schedule schedule(String taskId, String fields) {
        String json = "{'taskId':'" + taskId + "','type':'" + Bells.RING + "'," + fields + "}";
        return Kind.SCHEDULE.decode(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static void calendar(RunningCarillon carillon, List<String> exclude) {
        Calendar calendar = new Calendar("days", null, List.of(), exclude, List.of(), Map.of());
        carillon.door().put(carillon.names().calendars(), "days", Kind.CALENDAR.encode(calendar));
    }

    private static void awaitSkips(RunningCarillon carillon, String taskId, SkipReason reason, long number) {
        carillon.watch()
                .await(
                        reason + " of " + taskId,
                        carillon.names().outcomes(),
                        (int) number,
                        RunningCarillon.SOON,
                        record -> {
                            Outcome outcome = Kind.OUTCOME.decode(Objects.requireNonNull(record.value()));
                            return record.keyText().startsWith(taskId + ":")
                                    && outcome.skipped() != null
                                    && outcome.skipped().reason() == reason;
                        });
    }

    @Test
    void everyTickIsDecidedOnceByTheCalendarOfItsTimeWhoeverLeads(RunningCarillon carillon) throws Exception {
        LocalDate today = carillon.clock().instant().atOffset(ZoneOffset.UTC).toLocalDate();
        String now = today + ".." + today.plusDays(1);
        calendar(carillon, List.of());
        carillon.apply(schedule("jittered", "'every':'1s','jitter':'3s','calendar':'days'"));
        carillon.apply(schedule("counted", "'every':'1s','calendar':'days'"));
        carillon.apply(schedule("plain", "'every':'1s'"));
        carillon.awaitOutcomes("jittered", 2);
        calendar(carillon, List.of(now));
        carillon.awaitOutcomes("plain", 5);
        carillon.trigger().stopAbruptly();
        carillon.command(
                Command.of(CommandKind.SKIP_NEXT, "plain", carillon.clock().instant(), "requested by a test"));
        carillon.trigger().start();
        awaitSkips(carillon, "plain", SkipReason.REQUESTED, 1);
        calendar(carillon, List.of("2020-01-01"));
        awaitSkips(carillon, "counted", SkipReason.CALENDAR, 1);
        carillon.trigger().stopAbruptly();
        carillon.trigger().start();
        long before = succeeded(carillon);
        carillon.awaitOutcomes("plain", carillon.awaitOutcomes("plain", 1).size() + 4);
        assertThat(succeeded(carillon)).isGreaterThan(before);
        List.of("jittered", "counted", "plain").forEach(carillon::delete);

        Report report = carillon.awaitCleanReport();
        assertThat(report.count(CountNames.PUT_OFF)).isPositive();
        assertThat(report.count(CountNames.DAYS)).isGreaterThan(8);
        assertThat(report.count(CountNames.SKIPS_REQUESTED)).isEqualTo(1);
    }

    private static long succeeded(RunningCarillon carillon) {
        return carillon.awaitOutcomes("counted", 1).stream()
                .filter(outcome -> outcome.status() == OutcomeStatus.SUCCEEDED)
                .count();
    }
}
