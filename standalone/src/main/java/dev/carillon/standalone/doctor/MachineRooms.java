package dev.carillon.standalone.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** This machine, asked through the JVM. */
final class MachineRooms implements Fact<MachineFact> {
    private final Map<String, Path> directories;

    /** The directories that are written to, by the setting that names them. */
    MachineRooms(Map<String, Path> directories) {
        this.directories = directories;
    }

    @Override
    public MachineFact gather() throws IOException {
        List<Room> rooms = new ArrayList<>();
        for (Map.Entry<String, Path> directory : directories.entrySet()) {
            rooms.add(room(directory.getKey(), directory.getValue()));
        }
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : -1;
        return new MachineFact(
                Runtime.version().feature(), System.getProperty("java.vm.vendor", "unknown vendor"), files, rooms);
    }

    /** A directory that is still to be made is where its nearest parent is. */
    private static Room room(String key, Path directory) throws IOException {
        Path there = directory.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        FileStore store = Files.getFileStore(there);
        boolean writable = Files.isDirectory(there) && Files.isWritable(there);
        return new Room(key, directory.toString(), writable, store.getTotalSpace(), store.getUsableSpace());
    }
}
