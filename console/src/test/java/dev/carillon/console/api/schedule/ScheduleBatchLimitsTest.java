package dev.carillon.console.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.RawAnswer;
import dev.carillon.console.api.RunningConsole;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Batches at their limits, and batches whose schedules depend on each other. */
@Timeout(120)
final class ScheduleBatchLimitsTest {
    private static final String BATCH = "/v1/schedules/batch";
    private static final int MOST = 10_000;

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    private RawAnswer post(String target, List<String> items) {
        RawAnswer answer = console.ask("POST", target, "{\"items\":[" + String.join(",", items) + "]}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private static String daily(String taskId) {
        return "{\"taskId\":\"" + taskId + "\",\"type\":\"http\",\"cron\":\"0 6 * * *\"}";
    }

    private static String child(String taskId, String... parents) {
        return "{\"taskId\":\"" + taskId + "\",\"type\":\"http\",\"dependsOn\":[\"" + String.join("\",\"", parents)
                + "\"]}";
    }

    /** The problem's code of each item, or what was done. */
    private static List<String> results(RawAnswer answer) {
        List<String> results = new ArrayList<>();
        for (JsonNode item : answer.json().get("items").values()) {
            results.add(item.at("/problem/code").asString(item.path("done").asString("")));
        }
        return results;
    }

    private List<String> written() {
        return console.log.all(RunningConsole.NAMES.schedules()).stream()
                .map(ReceivedRecord::keyText)
                .toList();
    }

    @Test
    void ofTenThousandEachSeventhIsRefusedInItsPlaceAndTheOthersAreWrittenInOrder() {
        List<String> items = IntStream.range(0, MOST)
                .mapToObj(n -> n % 7 == 3 ? daily("t" + n).replace("0 6", "0 66") : daily("t" + n))
                .toList();

        RawAnswer answer = post(BATCH + "?wait=5s", items);

        List<String> results = results(answer);
        List<String> good = new ArrayList<>();
        for (int n = 0; n < MOST; n++) {
            assertThat(results.get(n)).isEqualTo(n % 7 == 3 ? "BAD_CRON" : "created");
            if (n % 7 != 3) {
                good.add("t" + n);
            }
        }
        assertThat(written()).isEqualTo(good);
        assertThat(answer.text("created")).isEqualTo(Integer.toString(good.size()));
        assertThat(answer.text("refused")).isEqualTo(Integer.toString(MOST - good.size()));
        assertThat(answer.text("seen")).isEqualTo("true");
        assertThat(console.audited()).hasSize(good.size());
    }

    @Test
    void tenThousandArePausedAndResumedByOneRequestEach() {
        post(BATCH, IntStream.range(0, MOST).mapToObj(n -> daily("t" + n)).toList());

        RawAnswer paused = console.ask("POST", "/v1/schedules/pause?wait=5s", "{\"all\":true}");
        assertThat(paused.text("changed")).isEqualTo(Integer.toString(MOST));
        assertThat(paused.text("seen")).isEqualTo("true");
        assertThat(console.ask("POST", "/v1/schedules/pause", "{\"all\":true}").text("changed"))
                .isEqualTo("0");
        assertThat(console.ask("POST", "/v1/schedules/resume", "{\"all\":true}").text("changed"))
                .isEqualTo(Integer.toString(MOST));

        console.applied("one-more");
        RawAnswer tooMany = console.ask("POST", "/v1/schedules/pause", "{\"all\":true}");
        assertThat(tooMany.status()).isEqualTo(422);
        assertThat(tooMany.text("code")).isEqualTo("TOO_MANY_ENTRIES");
        assertThat(tooMany.text("field")).isEqualTo("all");
        assertThat(tooMany.text("detail")).contains("10001", "10000", "nothing was switched");
        assertThat(written()).hasSize(3 * MOST + 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theLongestChainIsRefusedWithItsRootWhateverItsOrder(boolean childrenFirst) {
        List<String> chain = new ArrayList<>();
        chain.add(daily("t0").replace("0 6", "often!"));
        for (int n = 1; n < MOST; n++) {
            chain.add(child("t" + n, "t" + (n - 1)));
        }
        if (childrenFirst) {
            Collections.reverse(chain);
        }

        RawAnswer answer = post(BATCH, chain);

        assertThat(answer.text("refused")).isEqualTo(Integer.toString(MOST));
        assertThat(results(answer)).filteredOn("BAD_CRON"::equals).hasSize(1);
        assertThat(results(answer)).filteredOn("UNKNOWN_PARENT"::equals).hasSize(MOST - 1);
        assertThat(written()).isEmpty();
    }

    @Test
    void aLongChainIsTakenInAnyOrder() {
        List<String> chain = new ArrayList<>(List.of(daily("t0")));
        for (int n = 1; n < 1_000; n++) {
            chain.add(child("t" + n, "t" + (n - 1)));
        }
        Collections.shuffle(chain, new Random(20261118));

        assertThat(post(BATCH, chain).text("created")).isEqualTo("1000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"queue\":\"nowhere\"",
                "\"calendar\":\"nowhere\"",
                "\"type\":\"mail\"",
                "\"until\":\"2020-01-01T00:00:00Z\"",
                "\"prority\":\"high\""
            })
    void aChildIsNotWrittenWithoutItsParentWhateverThatIsRefusedFor(String mistake) {
        console.serving("http");
        String parent = "{\"taskId\":\"parent\",\"cron\":\"0 6 * * *\"," + mistake
                + (mistake.contains("type") ? "}" : ",\"type\":\"http\"}");

        List<String> results = results(post(
                BATCH, List.of(parent, child("child", "parent"), child("grandchild", "child"), daily("stranger"))));

        assertThat(results.subList(1, 4)).containsExactly("UNKNOWN_PARENT", "UNKNOWN_PARENT", "created");
        assertThat(written()).containsExactly("stranger");
    }

    @Test
    void theStoredDefinitionOfARefusedParentIsEnoughForItsChild() {
        post(BATCH, List.of(daily("parent")));

        assertThat(results(post(
                        BATCH, List.of(child("child", "parent"), daily("parent").replace("0 6", "often!")))))
                .containsExactly("created", "BAD_CRON");
    }

    @Test
    void aCycleWithinTheBatchIsRefusedAndNamed() {
        RawAnswer answer = post(
                BATCH, List.of(child("a", "b"), child("b", "c"), child("c", "a"), child("self", "self"), daily("d")));

        assertThat(results(answer))
                .containsExactly(
                        "DEPENDENCY_CYCLE", "UNKNOWN_PARENT", "UNKNOWN_PARENT", "CONFLICTING_FIELDS", "created");
        JsonNode problem = answer.json().at("/items/0/problem");
        assertThat(problem.get("field").stringValue()).isEqualTo("dependsOn");
        assertThat(problem.get("detail").stringValue()).contains("a -> b -> c -> a");
        assertThat(written()).containsExactly("d");
    }

    /** As {@code b} is refused, its stored definition counts, by which it waits for {@code a}. */
    @Test
    void aCycleThroughTheStoredDefinitionOfARefusedScheduleIsRefused() {
        post(BATCH, List.of(daily("a"), child("b", "a")));

        List<String> results = results(post(
                BATCH,
                List.of(child("a", "middle"), child("middle", "b"), daily("b").replace("0 6", "often!"))));

        assertThat(results.get(2)).isEqualTo("BAD_CRON");
        assertThat(results.subList(0, 2)).contains("DEPENDENCY_CYCLE").doesNotContain("changed");
        assertThat(console.log.all(RunningConsole.NAMES.schedules()).stream()
                        .map(record -> record.read(Kind.SCHEDULE::ifReadable).orElseThrow())
                        .filter(schedule -> schedule.taskId().equals("a")))
                .as("the old definition of a stays in force")
                .hasSize(1);
    }
}
