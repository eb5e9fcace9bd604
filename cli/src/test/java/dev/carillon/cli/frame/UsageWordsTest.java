package dev.carillon.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineHarness.Ran;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong words on the command line, and what is said about them. */
final class UsageWordsTest {
    private final CommandLineHarness cli;

    UsageWordsTest(@TempDir Path directory) {
        cli = new CommandLineHarness(directory).withWorker("http", "shell");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "schedule pause --label team | --label takes KEY=VALUE; there is no = in what follows it; see: carillon"
                        + " schedule pause --help [BAD_OPTION]",
                "outcomes --set topics.partitions | --set takes KEY=VALUE; there is no = in what follows it; see:"
                        + " carillon outcomes --help [BAD_OPTION]",
                "outcomes -n | missing required parameter for option '-n' (COUNT); see: carillon outcomes --help"
                        + " [MISSING_OPTION]",
                "outcomes -n many | invalid value for option '-n': 'many' is not an int; see: carillon outcomes --help"
                        + " [BAD_OPTION]",
                "outcomes -n 99999999999 | invalid value for option '-n': '99999999999' is not an int; see: carillon"
                        + " outcomes --help [BAD_OPTION]",
                "outcomes -n -1 | -n: -1 is not between 0 and 10000; choose a value in that range [OUT_OF_RANGE]",
                "outcomes extra | unexpected argument \"extra\"; see: carillon outcomes --help [UNKNOWN_OPTION]",
                "schedule get | missing required parameter: 'TASKID'; see: carillon schedule get --help"
                        + " [MISSING_OPTION]",
                "schedule get a b | unexpected argument \"b\"; see: carillon schedule get --help [UNKNOWN_OPTION]",
                "schedule apply | missing required option: '--file=FILE'; see: carillon schedule apply --help"
                        + " [MISSING_OPTION]",
                "schedule | name a command: apply, list, get, preview, delete, pause, resume, run, skip-next, backfill;"
                        + " see: carillon schedule --help [MISSING_OPTION]",
                "scheduel list | there is no command \"scheduel\"; did you mean schedule? [UNKNOWN_COMMAND]",
                "entirely-else | there is no command \"entirely-else\"; see: carillon --help [UNKNOWN_COMMAND]",
                "outcomes --folow | there is no option \"--folow\"; did you mean --follow? [UNKNOWN_OPTION]",
                "outcomes --zzzzzzzzzz=secret | there is no option \"--zzzzzzzzzz\"; see: carillon outcomes --help"
                        + " [UNKNOWN_OPTION]",
                "submit shell --priority 5 | --priority: \"5\" is not known; use one of urgent, high, normal, low; see:"
                        + " carillon submit --help [BAD_OPTION]",
                "dlq list --cause EXHUASTED | --cause: \"EXHUASTED\" is not known; did you mean exhausted?"
                        + " [BAD_OPTION]",
                "completion fish | bash|zsh: \"fish\" is not known; did you mean"
            })
    void aWrongWordIsOneLineThatNamesItAndTheWayOn(String line, String expected) {
        Ran ran = cli.run(line.split(" "));
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err().lines()).singleElement().asString().startsWith("carillon: " + expected);
    }

    @Test
    void withoutAnyWordTheCommandsAreListed() {
        Ran ran = cli.run();
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith("carillon: name a command: ").contains("schedule", "why", "dlq");
    }

    @Test
    void choicesAreReadInAnyCase() {
        assertThat(cli.run("submit", "shell", "--priority", "HIGH", "-o", "JSON")
                        .out())
                .startsWith("{\"key\":\"shell:");
    }

    /** A secret must not appear in a log that keeps what commands print. */
    @Test
    void theValueOfAnUnknownOptionIsNotShown() {
        Ran ran = cli.run("outcomes", "--pasword=hunter2");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--pasword").doesNotContain("hunter2");
        assertThat(cli.run("outcomes", "--set", "hunter2").err()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x\u001b[2J", "x\ny", "\u0007bell"})
    void aWordWithControlCharactersIsShownWithoutThem(String word) {
        for (List<String> words : List.of(List.of(word), List.of("outcomes", word), List.of("schedule", "get", word))) {
            Ran ran = cli.run(words.toArray(String[]::new));
            assertThat(ran.code()).isIn(2, 3);
            assertThat(ran.err().strip()).doesNotContainPattern("\\p{Cntrl}");
        }
    }

    @ParameterizedTest
    @CsvSource({"status, 4", "schedule list, 4", "submit shell, 4", "dlq list, 4", "cron next @daily, 0", "version, 0"})
    void onlyCommandsThatNeedKafkaFailWithoutIt(String line, int code) {
        Ran ran = cli.unreachable().run(line.split(" "));
        assertThat(ran.code()).as(ran.err()).isEqualTo(code);
        if (code != 0) {
            assertThat(ran.err().lines()).singleElement().asString().endsWith("[KAFKA_UNREACHABLE]");
        }
    }

    /** Usage is checked before Kafka is asked: a typing error is answered without a cluster. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "outcomes -n 10001",
                "stats --since 8d",
                "cancel nonsense",
                "submit shell --in soon",
                "schedule preview a --limit 0",
                "dlq replay",
                "schedule pause",
                "routing set fastest"
            })
    void wrongUsageIsSaidEvenIfKafkaIsUnreachable(String line) {
        assertThat(cli.unreachable().run(line.split(" ")).code()).isEqualTo(2);
    }

    @Test
    void everyCommandHasHelpThatFitsItsWidth() {
        cli.commands().getSubcommands().forEach((name, command) -> {
            Ran ran = cli.run(name, "--help");
            assertThat(ran.code()).as(name).isZero();
            assertThat(ran.out()).as(name).startsWith("Usage: carillon " + name);
            assertThat(ran.lines()).as(name).allMatch(line -> line.length() <= 110);
        });
    }
}
