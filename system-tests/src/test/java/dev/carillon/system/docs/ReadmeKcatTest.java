package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Eventually;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.NeedsKcat;
import dev.carillon.system.running.RunningCarillon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The README's block with kcat, run as it stands there but for the address and the namespace. */
@CarillonSystem
@NeedsKcat
@Timeout(120)
class ReadmeKcatTest {
    private static final Pattern SHELL_BLOCK = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern BLANK_LINE = Pattern.compile("\\n\\n");
    private static final long LONGEST_SECONDS = 20;

    @Test
    void taskAndScheduleProducedAsTheReadmeSaysHaveOutcomesThatItsLastLineShows(
            RunningCarillon carillon, @TempDir Path folder) throws Exception {
        String block = kcatBlock()
                .replace("127.0.0.1:9092", carillon.brokers().bootstrapServers())
                .replace("-t carillon.", "-t " + carillon.names().namespace() + ".");
        List<String> commands = BLANK_LINE.splitAsStream(block).toList();
        assertThat(commands).hasSize(3);

        sh(folder, commands.get(0));
        sh(folder, commands.get(1));

        Eventually.that("kcat shows the outcomes of the task and of two ticks", RunningCarillon.SOON, () -> {
            List<String> outcomes = sh(folder, commands.get(2)).stream()
                    .filter(line -> line.contains("\"status\":\"SUCCEEDED\""))
                    .toList();
            return outcomes.stream().anyMatch(line -> line.contains("hello from kcat"))
                    && outcomes.stream()
                                    .filter(line -> line.contains("\"key\":\"tick:"))
                                    .count()
                            >= 2;
        });
        carillon.delete("tick");
    }

    private static String kcatBlock() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        return SHELL_BLOCK
                .matcher(readme)
                .results()
                .map(block -> block.group(1).strip())
                .filter(block -> block.contains("kcat -P"))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> sh(Path folder, String command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        List<String> lines = Files.readAllLines(output);
        assertThat(ended).as(command).isTrue();
        assertThat(process.exitValue()).as("%s said %s", command, lines).isZero();
        return lines;
    }
}
