package dev.carillon.worker.handler;

import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs a command in a process group of its own. The lines it writes go to the attempt's log, the last of them into the
 * result. When the attempt is cancelled or times out, the whole tree of processes is killed.
 *
 * <p>Codes of failure: {@code EXIT_n} for an exit code other than 0, {@code SHELL_NOT_STARTED} when the program can't
 * be run, and the contract's codes for a payload that can't be used.
 */
final class ShellHandler implements TaskHandler {
    private static final String SETSID = "/usr/bin/setsid";
    private static final List<String> PASSED_ON = List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER");

    private final boolean ownGroup = Files.isExecutable(Path.of(SETSID));

    @Override
    public RawJson run(TaskContext context) throws TaskFailure, InterruptedException {
        List<String> command = ShellCommand.of(context.payload());
        Process process = start(command, context);
        ShellTree tree = new ShellTree(process, ownGroup);
        context.cancelled().whenRaised(tree::kill);
        try {
            ShellTail tail = read(process, context);
            int exit = process.waitFor();
            return result(exit, tail);
        } finally {
            // Also kills what the command left running in the background, as its attempt is over.
            tree.kill();
        }
    }

    private Process start(List<String> command, TaskContext context) throws TaskFailure {
        List<String> all = new ArrayList<>();
        if (ownGroup) {
            all.add(SETSID);
        }
        all.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        // The worker's own variables may hold secrets of its configuration.
        environment.keySet().retainAll(PASSED_ON);
        environment.put("CARILLON_TASK_ID", context.task().taskId());
        environment.put("CARILLON_EXECUTION_KEY", context.key());
        environment.put("CARILLON_ATTEMPT", Integer.toString(context.attempt()));
        Instant nominal = context.nominalTime();
        environment.put("CARILLON_NOMINAL_TIME", nominal == null ? "" : nominal.toString());
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return process;
        } catch (IOException e) {
            throw new TaskFailure(
                    HandlerProblem.SHELL_NOT_STARTED.name(), command.get(0) + " can't be run: " + e.getMessage());
        }
    }

    private static ShellTail read(Process process, TaskContext context) {
        ShellTail tail = new ShellTail();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = ShellTail.readLine(output); line != null; line = ShellTail.readLine(output)) {
                tail.add(line);
                context.log(line);
            }
        } catch (IOException e) {
            // The process was killed while it wrote: its output until then is kept.
            tail.add("(its output broke off: " + e.getMessage() + ")");
        }
        return tail;
    }

    private static RawJson result(int exit, ShellTail tail) throws TaskFailure {
        if (exit != 0) {
            String last = tail.text().isEmpty() ? "it wrote nothing" : "it wrote last: " + tail.lastLine();
            throw new TaskFailure(
                    HandlerProblem.ofExit(exit), "the command ended with exit code " + exit + "; " + last);
        }
        return RawJson.written(Json.writeObject(out -> out.number("exit", exit, Integer.MIN_VALUE, Integer.MAX_VALUE)
                .text("output", tail.text(), Integer.MAX_VALUE)));
    }
}
