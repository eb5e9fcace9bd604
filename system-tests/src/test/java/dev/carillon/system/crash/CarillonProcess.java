package dev.carillon.system.crash;

import dev.carillon.system.running.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Starts {@code carillon up} in its own JVM. */
final class CarillonProcess {
    private CarillonProcess() {}

    /** Starts it on free ports; on the same data it takes the ports that it had before. */
    static ChildProcess start(Path data) throws IOException {
        List<String> command = ChildProcess.java("-Xmx512m", "-Duser.home=" + data.resolveSibling("home"));
        command.add("dev.carillon.standalone.Carillon");
        command.addAll(List.of("up", "--data", data.toString(), "--workers", "2"));
        command.addAll(
                List.of("--kafka-port", "0", "--zookeeper-port", "0", "--admin-port", "0", "--console-port", "0"));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("HOME", data.resolveSibling("home").toString());
        return ChildProcess.start(builder);
    }
}
