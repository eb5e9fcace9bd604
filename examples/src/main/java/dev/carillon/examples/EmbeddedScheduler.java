package dev.carillon.examples;

import dev.carillon.collector.CarillonCollector;
import dev.carillon.kit.embed.EmbeddedRoles;
import dev.carillon.trigger.CarillonTrigger;
import java.nio.file.Path;

/** The scheduler in your own program, in fifteen lines: a trigger for ticks, a collector for retries and outcomes. */
public final class EmbeddedScheduler {
    public static void main(String[] args) throws InterruptedException {
        String kafka = args.length > 0 ? args[0] : "127.0.0.1:9092";
        String zookeeper = args.length > 1 ? args[1] : "127.0.0.1:2181";
        EmbeddedRoles scheduler = start(kafka, zookeeper, "carillon", Path.of("data/embedded-scheduler"));
        Runtime.getRuntime().addShutdownHook(new Thread(scheduler::close)); // The library listens to no signals.
        scheduler.awaitEnd();
    }

    public static EmbeddedRoles start(String kafka, String zookeeper, String namespace, Path state) {
        return EmbeddedRoles.start(
                CarillonCollector.on(kafka).stateDirectory(state).namespace(namespace),
                CarillonTrigger.on(kafka).zookeeper(zookeeper).namespace(namespace));
    }
}
