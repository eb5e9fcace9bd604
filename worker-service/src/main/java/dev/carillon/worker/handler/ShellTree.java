package dev.carillon.worker.handler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process and everything it has started, killed as a whole. A process that has left the group and lost its parent is
 * found by a variable in its environment, where the system shows that of others ({@code /proc}).
 */
final class ShellTree {
    /** The variable that all processes of an attempt have, with a value that no other attempt has. */
    static final String MARK = "CARILLON_ATTEMPT_MARK";

    private static final Path PROCESSES = Path.of("/proc");
    /** A process may start another one while all are looked through. */
    private static final int MOST_SEARCHES = 5;

    private static final long KILL_WITHIN_MILLIS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(ShellTree.class);

    private final Process process;
    private final boolean ownGroup;
    private final byte[] marked;

    ShellTree(Process process, boolean ownGroup, String mark) {
        this.process = process;
        this.ownGroup = ownGroup;
        this.marked = (MARK + "=" + mark).getBytes(StandardCharsets.US_ASCII);
    }

    /** Kills all of its processes that still run; does nothing if none does. */
    void kill() {
        List<ProcessHandle> descendants = process.descendants().toList();
        // The first process goes first: it must not see its children die and go on as if they had ended.
        process.destroyForcibly();
        if (ownGroup) {
            killGroup();
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
        for (int search = 0; search < MOST_SEARCHES && killMarked(); search++) {
            LOG.debug("a process that {} left behind was killed", process.pid());
        }
    }

    /** Kills the processes that have the mark; returns whether there was one. */
    private boolean killMarked() {
        boolean found = false;
        if (!Files.isDirectory(PROCESSES)) {
            return false;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path one : processes) {
                if (hasMark(one)) {
                    long pid = Long.parseLong(one.getFileName().toString());
                    found |= ProcessHandle.of(pid)
                            .map(ProcessHandle::destroyForcibly)
                            .orElse(false);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.warn("processes that {} may have left behind can't be looked for: {}", process.pid(), e.toString());
        }
        return found;
    }

    private boolean hasMark(Path folder) {
        try {
            return contains(Files.readAllBytes(folder.resolve("environ")), marked);
        } catch (IOException e) {
            // Safe: it is another user's, or has ended.
            return false;
        }
    }

    private static boolean contains(byte[] text, byte[] sought) {
        for (int i = 0; i + sought.length <= text.length; i++) {
            if (Arrays.equals(text, i, i + sought.length, sought, 0, sought.length)) {
                return true;
            }
        }
        return false;
    }

    /** Also kills processes whose parent has ended and which are no descendants any more. */
    private void killGroup() {
        try {
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -KILL -" + process.pid() + " 2>/dev/null")
                    .redirectErrorStream(true)
                    .start();
            if (!kill.waitFor(KILL_WITHIN_MILLIS, TimeUnit.MILLISECONDS)) {
                kill.destroyForcibly();
            }
        } catch (IOException e) {
            // Safe: the tree is killed process by process in any case.
            LOG.debug("the process group of {} can't be killed as a whole: {}", process.pid(), e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
