package dev.carillon.worker;

import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.worker.handler.HandlerRegistry;
import dev.carillon.worker.presence.WorkerIdentity;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.UUID;

/** The name of this machine, and the identity that a worker derives from it. */
final class HostName {
    private static final int LONGEST = 60;

    private HostName() {}

    /** The host's name, in characters that an id may have. */
    static String name() {
        String named = System.getenv("HOSTNAME");
        String name = named == null || named.isBlank() ? lookedUp() : named;
        String plain = name.replaceAll("[^A-Za-z0-9._-]", "-");
        return plain.length() > LONGEST ? plain.substring(0, LONGEST) : plain;
    }

    private static String lookedUp() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "worker"; // The random part makes the id unique all the same.
        }
    }

    /** The identity of a worker, with a new incarnation for each start. */
    static WorkerIdentity identity(WorkerConfig config, HandlerRegistry handlers, Instant now) {
        String host = name();
        String random = UUID.randomUUID().toString().substring(0, 8);
        String id = config.id() == null || config.id().isEmpty() ? host + "-" + random : config.id();
        String incarnation = UUID.randomUUID().toString();
        String version = WorkerService.class.getPackage().getImplementationVersion();
        return new WorkerIdentity(
                new WorkerRef(id, incarnation),
                host,
                version == null ? "development" : version,
                config.queue(),
                handlers.types(),
                config.concurrency(),
                config.weight(),
                now);
    }
}
