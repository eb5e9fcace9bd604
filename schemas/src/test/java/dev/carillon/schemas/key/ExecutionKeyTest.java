package dev.carillon.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ExecutionKeyTest {
    @Test
    void keysSurviveARoundTrip() {
        for (String text : new String[] {
            "report:2026-11-18T06:00:00Z",
            "report:2026-11-18T06:00:00.000000001Z/12",
            "a-b.c_d:2026-11-18T06:00:00.123Z~my-queue.normal-3-17",
            "x:2026-11-18T06:00:00.123Z~delayed-3-17"
        }) {
            assertThat(ExecutionKey.parse(text)).hasToString(text);
        }
    }

    @Test
    void subExecutionsShareTheHomeOfTheWholeExecution() {
        ExecutionKey key = ExecutionKey.parse("report:2026-11-18T06:00:00Z");
        assertThat(key.subExecution(7).home(12)).isEqualTo(key.home(12));
    }

    @Test
    void aHandMadeTaskNeedsThreeFields() {
        Task task = Kind.TASK.decode("{\"taskId\":\"a\",\"type\":\"shell\",\"payload\":{\"x\":[1,2.50]},\"new\":1}"
                .getBytes(StandardCharsets.UTF_8));
        assertThat(task.work().payload().text()).isEqualTo("{\"x\":[1,2.50]}");
        assertThat(Kind.TASK.decode(Kind.TASK.encode(task))).isEqualTo(task);
        Schedule schedule = Kind.SCHEDULE.decode(
                "{\"taskId\":\"a\",\"type\":\"shell\",\"cron\":\"* * * * *\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(Kind.SCHEDULE.decode(Kind.SCHEDULE.encode(schedule))).isEqualTo(schedule);
    }
}
