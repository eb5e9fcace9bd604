package dev.carillon.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.cli.CommandLineInterface;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where settings come from, which source wins, and who the user is. */
final class ConfigurationSourcesTest {
    private static final String KEY = "topics.namespace";

    private final Path directory;
    private final CommandLineHarness cli;

    ConfigurationSourcesTest(@TempDir Path directory) {
        this.directory = directory;
        cli = new CommandLineHarness(directory);
    }

    private void file(String name, String namespace) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, "topics:\n  namespace: " + namespace + "\n");
    }

    /** The value and origin of the namespace. */
    private String namespace(String... words) {
        String[] all = new String[words.length + 3];
        System.arraycopy(new String[] {"config", "show", "--origin"}, 0, all, 0, 3);
        System.arraycopy(words, 0, all, 3, words.length);
        return cli.run(all).lines().stream()
                .filter(line -> line.startsWith(KEY))
                .map(line -> line.substring(KEY.length()).strip().replaceAll(" +", " "))
                .findFirst()
                .orElse("none");
    }

    @Test
    void aFlagBeatsAVariableWhichBeatsTheFileWhichBeatsTheDefault() throws IOException {
        assertThat(namespace()).isEqualTo("carillon default");
        file("carillon.yaml", "of-file");
        assertThat(namespace()).startsWith("of-file ").contains("carillon.yaml:2");
        cli.environment.put("CARILLON_TOPICS_NAMESPACE", "of-variable");
        assertThat(namespace()).isEqualTo("of-variable environment variable CARILLON_TOPICS_NAMESPACE");
        assertThat(namespace("--set", KEY + "=of-set")).isEqualTo("of-set flag --topics.namespace");
        assertThat(namespace("--topics.namespace", "apart")).isEqualTo("apart flag --topics.namespace");
        assertThat(namespace("--namespace", "of-option")).isEqualTo("of-option flag --topics.namespace");
    }

    @Test
    void aNamedFileReplacesTheOneInTheDirectory() throws IOException {
        file("carillon.yaml", "here");
        file("other/settings.yaml", "named");
        file("home/settings.yaml", "at-home");
        assertThat(namespace("--config", "other/settings.yaml")).startsWith("named ");
        cli.environment.put("CARILLON_CONFIG", "~/settings.yaml");
        assertThat(namespace()).startsWith("at-home ");
        assertThat(namespace("--config", "carillon.yaml")).startsWith("here ");
    }

    @Test
    void aNamedFileThatIsMissingIsAMistakeAndNotTheDefault() {
        Ran ran = cli.run("config", "show", "--config", "none.yaml");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("none.yaml").doesNotContain("Exception");
    }

    @Test
    void allMistakesOfASettingsFileAreSaidAtOnceWithTheirLines() throws IOException {
        Files.writeString(
                directory.resolve("carillon.yaml"),
                "topics:\n  partitions: 0\n  namspace: x\n  replication-factor: a\n");
        Ran ran = cli.run("config", "show");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .contains("topics.partitions", "carillon.yaml:2")
                .contains("topics.namspace", "carillon.yaml:3", "topics.namespace?")
                .contains("topics.replication-factor", "carillon.yaml:4");
    }

    @ParameterizedTest
    @CsvSource({"a/b", "'a b'", "ünï", "''"})
    void aNamespaceThatNoTopicCanHaveIsRefused(String name) {
        Ran ran = cli.run("topics", "list", "--namespace", name);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("topics.namespace").doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--kafka.bootstrap-servers=a:1 status | --set kafka.bootstrap-servers=a:1 status",
                "--topics.partitions 3 status | --set topics.partitions=3 status",
                "status --topics.partitions | status --set topics.partitions",
                "status --topics.namespace= | status --set topics.namespace=",
                "once -- --kafka.x=1 | once -- --kafka.x=1",
                "--config a.b | --config a.b",
                "--Kafka.x=1 | --Kafka.x=1",
                "-b a.b:1 | -b a.b:1",
                "--kafka.password=a=b | --set kafka.password=a=b"
            })
    void settingsAreOptionsOfTheirOwn(String line, String expected) {
        assertThat(CommandLineInterface.withSettings(line.split(" "))).containsExactly(expected.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "ann, none, ann",
                "none, bob, bob",
                "ann, bob, ann",
                "'  ann ', none, ann",
                "'', bob, bob",
                "'a\tb', none, none",
                "none, none, none"
            })
    void theNameInTheAuditIsThatOfTheUser(@Nullable String user, @Nullable String logname, @Nullable String expected) {
        if (user != null) {
            cli.environment.put("USER", user);
        }
        if (logname != null) {
            cli.environment.put("LOGNAME", logname);
        }
        cli.run("routing", "set", "round-robin");
        assertThat(cli.run("routing", "show", "-o", "json").out())
                .contains("\"by\":" + (expected == null ? "null" : '"' + expected + '"'));
    }

    @Test
    void aUserNameThatNoRecordCanHoldIsLeftOut() {
        cli.environment.put("USER", "x".repeat(101));
        assertThat(cli.run("routing", "set", "round-robin").code()).isZero();
        assertThat(cli.run("routing", "show", "-o", "json").out()).contains("\"by\":null");
    }
}
