package dev.carillon.worker.presence;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Measures this process's CPU, memory and network use for heartbeats; a figure that the system lacks is null, not zero.
 */
final class MachineLoad {
    private static final Path NETWORK = Path.of("/proc/self/net/dev");
    /** An interface, the bytes it received, seven other figures, and the bytes it sent. */
    private static final Pattern INTERFACE = Pattern.compile("\\s*([^:\\s]+):\\s*(\\d+)(?:\\s+\\d+){7}\\s+(\\d+).*");

    private static final String LOOPBACK = "lo";

    private final DoubleSupplier share;
    private final Path network;

    MachineLoad(DoubleSupplier share, Path network) {
        this.share = share;
        this.network = network;
    }

    static MachineLoad ofThisProcess() {
        DoubleSupplier share = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system::getProcessCpuLoad
                : () -> Double.NaN;
        return new MachineLoad(share, NETWORK);
    }

    /** This process's share of all cores since the last call, from 0 to 1. */
    @Nullable
    Double cpu() {
        double measured = share.getAsDouble();
        // A negative number or NaN means that the system has no figure (yet). A heartbeat needs no more digits.
        return measured >= 0 ? Math.round(measured * 1_000) / 1_000.0 : null;
    }

    /** The bytes of the heap that are in use. */
    long memory() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** The bytes that went over the machine's interfaces in both directions since it started, loopback left out. */
    @Nullable
    Long networkBytes() {
        try {
            return sum(Files.readAllLines(network, StandardCharsets.US_ASCII));
        } catch (IOException | UncheckedIOException e) {
            // Other systems lack this file; the figure is then left out of the heartbeat.
            return null;
        }
    }

    private static @Nullable Long sum(List<String> lines) {
        Long all = null;
        for (String line : lines) {
            Matcher found = INTERFACE.matcher(line);
            if (found.matches() && !found.group(1).equals(LOOPBACK)) {
                long bytes = Long.parseLong(found.group(2)) + Long.parseLong(found.group(3));
                all = all == null ? bytes : all + bytes;
            }
        }
        return all;
    }
}
