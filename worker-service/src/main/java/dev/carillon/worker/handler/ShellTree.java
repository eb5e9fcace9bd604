package dev.carillon.worker.handler;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process and everything it has started, killed as a whole. */
final class ShellTree {
    private static final long KILL_WITHIN_MILLIS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(ShellTree.class);

    private final Process process;
    private final boolean ownGroup;

    ShellTree(Process process, boolean ownGroup) {
        this.process = process;
        this.ownGroup = ownGroup;
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
