package dev.carillon.client.submit;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OperatorCommandsTest {
    private static final ExecutionKey PART = ExecutionKey.parse("bell:2026-11-18T05:00:00Z/7");

    private final ManualClock clock = new ManualClock(NOW);
    private final MemoryRecordLog log = new MemoryRecordLog(clock);
    private final OperatorCommands byAnn = new OperatorCommands(log, NAMES, clock, "ann");

    @BeforeEach
    void makeTopic() {
        log.create(NAMES.control(), 1);
    }

    private ReceivedRecord last() {
        List<ReceivedRecord> all = log.all(NAMES.control());
        return all.get(all.size() - 1);
    }

    private Command command() {
        Command command = last().read(Kind.COMMAND::ifReadable).orElseThrow();
        assertThat(last().keyText()).isEqualTo(command.subject());
        return command;
    }

    @Test
    void aCommandNamesItsAuthorInstantAndReason() {
        byAnn.cancel(PART, "größer\tals \"gedacht\"");
        assertThat(command().command()).isEqualTo(CommandKind.CANCEL);
        assertThat(command().subject()).isEqualTo(PART.toString());
        assertThat(command().by()).isEqualTo("ann");
        assertThat(command().at()).isEqualTo(NOW);
        assertThat(command().reason()).isEqualTo("größer\tals \"gedacht\"");
    }

    @Test
    void withoutAuthorOrReasonBothAreAbsent() {
        new OperatorCommands(log, NAMES, clock, null).skipNext("bell", null);
        assertThat(command().by()).isNull();
        assertThat(command().reason()).isNull();
        assertThat(new String(Objects.requireNonNull(last().value()), java.nio.charset.StandardCharsets.UTF_8))
                .doesNotContain("by", "reason");
    }

    @Test
    void runNowIsUnderTheTaskAndNamesTheInstantOfTheNewExecution() {
        ExecutionKey key = ExecutionKey.parse("bell:2026-11-18T05:00:00.500Z~k3f5q2xa");
        byAnn.runNow(key, null);
        assertThat(command().subject()).isEqualTo("bell");
        assertThat(command().execTime()).isEqualTo(key.execTime());
    }

    @Test
    void anEmptyRangeToBackfillIsRefusedAndNotWritten() {
        assertThatThrownBy(() -> byAnn.backfill("bell", NOW, NOW, null, null)).isInstanceOf(ContractException.class);
        assertThatThrownBy(() -> byAnn.backfill("bell", NOW, NOW.minusNanos(1), null, null))
                .isInstanceOf(ContractException.class);
        assertThatThrownBy(() -> byAnn.backfill("bell", NOW, NOW.plusSeconds(1), 0L, null))
                .isInstanceOf(ContractException.class);
        assertThat(log.all(NAMES.control())).isEmpty();
        byAnn.backfill("bell", NOW, NOW.plus(Duration.ofHours(1)), 1L, "again");
        assertThat(command().maxRunning()).isEqualTo(1);
    }

    @Test
    void aReasonOfTheLargestSizeIsWrittenWholeAndALongerOneIsCut() {
        byAnn.cancel(PART, "漢".repeat(2_000));
        assertThat(command().reason()).hasSize(2_000);
        byAnn.cancel(PART, "x".repeat(5_000));
        assertThat(command().reason()).hasSizeLessThanOrEqualTo(2_000).startsWith("xxx");
    }
}
