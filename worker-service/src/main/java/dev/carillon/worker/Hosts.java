package dev.carillon.worker;

import dev.carillon.schemas.record.WorkerRef;
import dev.carillon.worker.handler.Handlers;
import dev.carillon.worker.presence.Identity;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.UUID;

/** How this machine is called. */
final class Hosts {
    private static final int LONGEST = 60;

    private Hosts() {}

    /** The host's own name, fit to be part of an id. */
    static String name() {
        String named = System.getenv("HOSTNAME");
        String name = named == null || named.isBlank() ? asked() : named;
        String plain = name.replaceAll("[^A-Za-z0-9._-]", "-");
        return plain.length() > LONGEST ? plain.substring(0, LONGEST) : plain;
    }

    private static String asked() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "worker"; // Its random part makes the id unique all the same.
        }
    }

    /** Who this worker is, from one start to one stop. */
    static Identity identity(WorkerConfig config, Handlers handlers, Instant now) {
        String host = name();
        String random = UUID.randomUUID().toString().substring(0, 8);
        String id = config.id() == null || config.id().isEmpty() ? host + "-" + random : config.id();
        String incarnation = UUID.randomUUID().toString();
        String version = WorkerService.class.getPackage().getImplementationVersion();
        return new Identity(
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
