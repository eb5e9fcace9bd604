package dev.carillon.cli.doctor.source;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.carillon.cli.doctor.fact.FactSource;
import dev.carillon.cli.doctor.fact.LocalDirectory;
import dev.carillon.cli.doctor.fact.MachineFact;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads this machine's Java version, file limit and directories through the JVM. */
public final class LocalDirectories implements FactSource<MachineFact> {
    private final Map<String, Path> directories;

    /** Measures these directories, which are keyed by the setting that names them. */
    public LocalDirectories(Map<String, Path> directories) {
        this.directories = directories;
    }

    @Override
    public MachineFact gather() throws IOException {
        List<LocalDirectory> measured = new ArrayList<>();
        for (Map.Entry<String, Path> directory : directories.entrySet()) {
            measured.add(measure(directory.getKey(), directory.getValue()));
        }
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : -1;
        return new MachineFact(
                Runtime.version().feature(), System.getProperty("java.vm.vendor", "unknown vendor"), files, measured);
    }

    /** Measures a directory that does not exist yet at its nearest existing parent. */
    private static LocalDirectory measure(String key, Path directory) throws IOException {
        Path existing = directory.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        FileStore store = Files.getFileStore(existing);
        boolean writable = Files.isDirectory(existing) && Files.isWritable(existing);
        return new LocalDirectory(key, directory.toString(), writable, store.getTotalSpace(), store.getUsableSpace());
    }
}
