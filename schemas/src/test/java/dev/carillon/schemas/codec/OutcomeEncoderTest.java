package dev.carillon.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OutcomeEncoderTest {
    private static final Instant END = Instant.parse("2026-11-18T06:00:00.127300Z");

    @Test
    void isByteForByteTheOutcomeThatItsKindWouldWrite() {
        Result plain = Result.of(
                ExecutionKey.parse("invoice:2026-11-18T06:00:00.123456789Z~k3f5q2xa"), 1, ResultStatus.SUCCEEDED);
        Result full = plain.withData(RawJson.parse("{\"rows\": 3, \"text\": \"grüße\"}"))
                .withRun(
                        new WorkerRef("host-1 \"a\"", "9c11d2e0"),
                        new AttemptTimes(END.minusSeconds(1), END.minusMillis(2), END),
                        new TaskPosition("carillon.tasks.default.normal", 3, 17));
        for (Result result : new Result[] {plain, full}) {
            Outcome outcome = Outcome.succeeded(result, END);
            byte[] settled = OutcomeEncoder.encode(outcome, Kind.RESULT.encode(result));
            assertThat(new String(settled, StandardCharsets.UTF_8))
                    .isEqualTo(new String(Kind.OUTCOME.encode(outcome), StandardCharsets.UTF_8));
            assertThat(Kind.OUTCOME.decode(settled)).isEqualTo(outcome);
        }
    }
}
