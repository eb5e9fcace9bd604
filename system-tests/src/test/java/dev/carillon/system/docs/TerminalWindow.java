package dev.carillon.system.docs;

import dev.carillon.kit.threads.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A bash process that runs blocks; variables, processes and files of one block are there for the next. */
final class TerminalWindow implements AutoCloseable {
    /** The output of a block, and the exit code of its first command that failed, or 0. */
    record Ran(int exit, List<String> printed) {}

    private static final Duration STOP_WITHIN = Duration.ofSeconds(60);
    private static final String ENDED = "ended ";

    private final Path directory;
    private final Path notes;
    private final Process bash;
    private final Writer input;
    private final BlockingQueue<String> marks = new LinkedBlockingQueue<>();
    private int blocks;

    /**
     * Starts bash.
     *
     * @param notes directory for the scripts and outputs of blocks, outside the reader's directory
     */
    TerminalWindow(Path directory, Path notes, Map<String, String> environment) throws IOException {
        this.directory = directory;
        this.notes = notes;
        ProcessBuilder builder = new ProcessBuilder("bash", "--noprofile", "--norc")
                .directory(directory.toFile())
                .redirectError(notes.resolve("notices").toFile());
        builder.environment().putAll(environment);
        bash = builder.start();
        input = bash.outputWriter(StandardCharsets.UTF_8);
        Threads.named("terminal-marks", this::readMarks).start();
        send("trap 'code=$?; [ \"$failed\" != 0 ] || failed=$code' ERR\n");
    }

    Path directory() {
        return directory;
    }

    Ran run(String commands, Duration within) throws IOException, InterruptedException {
        Path output = start(commands);
        return new Ran(awaitEnd(within), read(output));
    }

    /** Starts a block and returns the file that gets its output. */
    Path start(String commands) throws IOException {
        int number = ++blocks;
        Path script = Files.writeString(notes.resolve("block-" + number + ".sh"), commands);
        Path output = notes.resolve("block-" + number + ".out");
        send("failed=0; . '" + script + "' >'" + output + "' 2>&1 </dev/null; printf '" + ENDED
                + "%s\\n' \"$failed\"\n");
        return output;
    }

    static List<String> read(Path output) throws IOException {
        return ReadersMachine.text(output).lines().toList();
    }

    /** Ends the running block as Ctrl-C or a service manager would; returns its exit code. */
    int stop() throws InterruptedException {
        bash.children().forEach(ProcessHandle::destroy);
        return awaitEnd(STOP_WITHIN);
    }

    private int awaitEnd(Duration within) throws InterruptedException {
        String mark = marks.poll(within.toMillis(), TimeUnit.MILLISECONDS);
        if (mark == null || !mark.startsWith(ENDED)) {
            throw new AssertionError(mark == null ? "did not end within " + within : "the shell itself ended");
        }
        return Integer.parseInt(mark.substring(ENDED.length()));
    }

    private void send(String line) throws IOException {
        input.write(line);
        input.flush();
    }

    private void readMarks() {
        try (BufferedReader reader = bash.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(marks::add);
        } catch (IOException | UncheckedIOException e) {
            // Safe: the shell is closed; a waiting test gets the mark that is added below.
        } finally {
            marks.add("gone");
        }
    }

    @Override
    public void close() {
        bash.descendants().forEach(ProcessHandle::destroyForcibly);
        bash.destroyForcibly();
    }
}
