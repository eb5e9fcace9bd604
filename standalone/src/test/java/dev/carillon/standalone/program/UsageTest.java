package dev.carillon.standalone.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineHarness.Ran;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UsageTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private CommandLineHarness cli;

    @BeforeEach
    void freshCommandLine() {
        cli = new CommandLineHarness(directory, new CarillonProgram());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sumbit | 2 | carillon: there is no command \"sumbit\"; did you mean submit? [UNKNOWN_COMMAND]",
                "schedule lst | 2 | carillon: there is no command \"lst\"; did you mean list? [UNKNOWN_COMMAND]",
                "cron next @daily --form x | 2 | carillon: there is no option \"--form\"; did you mean --from?"
                        + " [UNKNOWN_OPTION]",
                "submit shell --priority urgnt | 2 | carillon: --priority: \"urgnt\" is not known; did you mean"
                        + " urgent? [BAD_OPTION]",
                "outcomes -o jsn | 2 | carillon: --output: \"jsn\" is not known; did you mean json? [BAD_OPTION]",
                "run wrker | 2 | carillon: ROLE: \"wrker\" is not known; did you mean worker? [BAD_OPTION]",
                "up --workers 0 | 2 | carillon: --workers: 0 is not between 1 and 20; choose a value in"
                        + " that range [OUT_OF_RANGE]",
                "up --kafka-port 70000 | 2 | carillon: --kafka-port: 70000 is not between 0 and 65535; choose a"
                        + " value in that range [OUT_OF_RANGE]",
                "outcomes -n 10001 | 2 | carillon: -n: 10001 is not between 0 and 10000; choose a value in"
                        + " that range [OUT_OF_RANGE]",
                "submit shell --at x | 2 | carillon: --at: \"x\" is not an instant; write it like 2026-11-18T06:00:00Z"
                        + " or 2026-11-18T07:00:00+01:00 [OUT_OF_RANGE]",
                "submit shell --in 5 | 2 | carillon: --in: \"5\" is not a duration; write it like 250ms, 10s, 5m,"
                        + " 1h30m or 6d [OUT_OF_RANGE]",
                "submit shell --in 1s --at x | 2 | carillon: --at and --in both say when; keep one of the two"
                        + " [CONFLICTING_OPTIONS]",
                "once ls --in 1s --every 5s | 2 | carillon: --at, --in and --every each say when; keep one of them"
                        + " [CONFLICTING_OPTIONS]",
                "topics create --queue Big | 2 | carillon: --queue: \"Big\" is not a queue name; use 1 to 50 of a-z,"
                        + " 0-9 and hyphen [BAD_QUEUE]",
                "topics create --queue collector | 2 | carillon: --queue: 'collector' is the name of the collectors'"
                        + " own group; choose another name [BAD_QUEUE]",
                "config show --set topics.partitons=3 | 2 | topics.partitons (flag --topics.partitons): there is no"
                        + " such setting. Did you mean topics.partitions? [CONFIG_UNKNOWN_KEY]",
                "config show --topics.partitions=x | 2 | [CONFIG_BAD_VALUE]",
                "schedule apply -f none.yaml | 2 | [NO_SUCH_FILE]",
                "cancel report | 2 | carillon: key: \"report\" has no colon; write taskId:execTime, for example"
                        + " report:2026-11-18T06:00:00Z [BAD_KEY]",
                "schedule get report | 3 | carillon: there is no schedule \"report\"; see them with: carillon schedule"
                        + " list [NO_SUCH_SCHEDULE]",
            })
    void refusalIsOneClearLineWithFixAndCode(String line, int code, String expected) {
        Ran ran = cli.run(line.split(" "));
        assertThat(ran.err()).contains(expected).doesNotContain("\tat ", "Exception");
        assertThat(ran.code()).isEqualTo(code);
        assertThat(ran.out()).isEmpty();
    }

    static Stream<List<String>> badTaskIds() {
        return Stream.of(
                List.of("a/b", "position 2"), List.of("a\uD83D\uDD14", "position 2"), List.of("x".repeat(201), "201"));
    }

    @ParameterizedTest
    @MethodSource("badTaskIds")
    void taskIdOutsideItsAlphabetIsRefused(List<String> idAndWords) {
        Ran ran = cli.withWorker("shell").run("submit", "shell", "--id", idAndWords.get(0));
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains(idAndWords.get(1), "[BAD_TASK_ID]");
    }

    @Test
    void taskIdWithColonIsReadAsKey() {
        Ran ran = cli.run("submit", "shell", "--id", "a:b");
        assertThat(ran.err()).contains("\"b\" is not an instant", "[BAD_EXEC_TIME]");
    }

    @Test
    void unreachableKafkaIsExitCode4() {
        Ran ran = cli.unreachable().run("outcomes", "--bootstrap", "nowhere:1");
        assertThat(ran.code()).isEqualTo(4);
        assertThat(ran.err().lines()).hasSize(1);
        assertThat(ran.err()).contains("nowhere:1", "[KAFKA_UNREACHABLE]");
    }

    @Test
    void helpListsEveryCommand() {
        Ran ran = cli.run("--help");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("  up ", "  run ", "  topics ", "  schedule ", "  submit ", "  once ", "  cancel ")
                .contains(
                        "  outcomes ", "  results ", "  events ", "  cron ", "  config ", "  version ", "  completion ")
                .contains("Exit codes: 0 done, 1 failed, 2 usage, 3 not found, 4 unreachable.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completionKnowsTheCommands(String shell) {
        Ran ran = cli.run("completion", shell);
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("schedule", "--payload", "complete ");
    }

    @Test
    void configShowSaysValueAndOrigin() {
        cli.environment.put("CARILLON_TOPICS_PARTITIONS", "3");
        Ran ran = cli.run("config", "show", "--origin", "--kafka.bootstrap-servers=there:9");
        assertThat(ran.out())
                .containsPattern("kafka.bootstrap-servers +there:9 +flag --kafka.bootstrap-servers")
                .containsPattern("topics.partitions +3 +environment variable CARILLON_TOPICS_PARTITIONS")
                .containsPattern("topics.namespace +carillon +default");
    }

    @Test
    void variablesThatSetNothingAreNamedOnceBesideTheAnswer() {
        cli.environment.put("CARILLON_SERVICE_HOST", "10.0.0.1");
        cli.environment.put("CARILLON_PORT_8080_TCP_ADDR", "10.0.0.1");
        cli.environment.put("CARILLON_TOPICS_PARTITONS", "7");
        Ran ran = cli.run("config", "show", "-o", "json");
        assertThat(ran.code()).isZero();
        assertThat(ran.lines()).allMatch(line -> line.startsWith("{\"key\":") && line.endsWith("}"));
        assertThat(ran.err())
                .isEqualTo("carillon: environment variables set nothing, as there are no such settings:"
                        + " CARILLON_PORT_8080_TCP_ADDR, CARILLON_SERVICE_HOST, CARILLON_TOPICS_PARTITONS (did you mean"
                        + " CARILLON_TOPICS_PARTITIONS?). See what there is with: carillon config show"
                        + " [CONFIG_UNKNOWN_KEY]" + System.lineSeparator());
        assertThat(cli.run("topics", "create").err().lines().filter(line -> line.contains("CARILLON_SERVICE_HOST")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "completion", "cron next */5****", "config show"})
    void whatReadsNothingConnectsToNothing(String command) {
        String[] words = Arrays.stream(command.split(" "))
                .map(word -> word.replace("*/5****", "*/5 * * * *"))
                .toArray(String[]::new);
        Ran ran = cli.unreachable().run(words);
        assertThat(ran.code()).as(ran.err()).isZero();
    }

    @Test
    void configShowWithoutOriginIsKeyAndValue() {
        assertThat(cli.run("config", "show").lines())
                .anyMatch(line -> line.matches("topics.namespace +carillon"))
                .noneMatch(line -> line.endsWith(" default") && !line.startsWith("worker.queue"));
    }

    @Test
    void configShowAsJsonIsOneObjectPerSetting() {
        Ran ran = cli.run("config", "show", "-o", "json");
        assertThat(ran.lines()).allMatch(line -> line.startsWith("{\"key\":") && line.endsWith("}"));
        assertThat(ran.out()).contains("{\"key\":\"topics.partitions\",\"value\":\"12\",\"origin\":\"default\"");
    }

    @Test
    void topicsCreateIsIdempotent() {
        assertThat(cli.run("topics", "create", "--queue", "mail", "--dry-run").out())
                .contains("would create carillon.tasks.mail.urgent (12 partitions)")
                .contains("5 topics missing, ");
        assertThat(cli.run("topics", "create", "--queue", "mail").out()).contains("5 topics created, ");
        assertThat(cli.run("topics", "create", "--queue", "mail").out()).contains("0 topics created, ");
    }
}
