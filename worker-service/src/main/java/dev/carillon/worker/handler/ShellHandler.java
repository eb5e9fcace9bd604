package dev.carillon.worker.handler;

import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

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

    /** How long the output of a command that has ended is waited for, before and after its children are killed. */
    private static final Duration OUTPUT_WITHIN = Duration.ofMillis(500);

    private final boolean ownGroup = Files.isExecutable(Path.of(SETSID));

    @Override
    public RawJson run(TaskContext context) throws TaskFailure, InterruptedException {
        List<String> command = ShellCommand.of(context.payload());
        String mark = UUID.randomUUID().toString();
        Process process = start(command, context, mark);
        ShellTree tree = new ShellTree(process, ownGroup, mark);
        context.cancelled().whenRaised(tree::kill);
        try {
            ShellOutput output = ShellOutput.of(process, context::log);
            int exit = process.waitFor();
            // What the command left running is killed with it, as its attempt is over; that also ends its output.
            if (!output.hasEnded(OUTPUT_WITHIN)) {
                tree.kill();
                output.hasEnded(OUTPUT_WITHIN);
            }
            return result(exit, output.close());
        } finally {
            tree.kill();
        }
    }

    private Process start(List<String> command, TaskContext context, String mark) throws TaskFailure {
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
        environment.put(ShellTree.MARK, mark);
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
