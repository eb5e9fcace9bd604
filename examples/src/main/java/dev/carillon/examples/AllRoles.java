package dev.carillon.examples;

import dev.carillon.collector.CarillonCollector;
import dev.carillon.kit.embed.EmbeddedRoles;
import dev.carillon.trigger.CarillonTrigger;
import dev.carillon.worker.CarillonWorker;
import java.nio.file.Path;

/**
 * All of Carillon in one process of yours: scheduler, collector, and workers of two queues with settings of their own.
 */
public final class AllRoles {
    public static void main(String[] args) throws InterruptedException {
        String kafka = args.length > 0 ? args[0] : "127.0.0.1:9092";
        String zookeeper = args.length > 1 ? args[1] : "127.0.0.1:2181";
        EmbeddedRoles roles = start(kafka, zookeeper, "carillon", Path.of("data/all-roles"));
        Runtime.getRuntime().addShutdownHook(new Thread(roles::close));
        roles.awaitEnd();
    }

    public static EmbeddedRoles start(String kafka, String zookeeper, String namespace, Path state) {
        return EmbeddedRoles.start(
                CarillonCollector.on(kafka).namespace(namespace).stateDirectory(state),
                // Shell commands are off by default, as clients that may write tasks could run any program here.
                CarillonWorker.on(kafka).namespace(namespace).concurrency(50).set("worker.shell.enabled", "true"),
                CarillonWorker.on(kafka)
                        .namespace(namespace)
                        .queue("greetings")
                        .handle("greet", task -> "hello")
                        .handle("charge", new ChargeHandler()),
                CarillonTrigger.on(kafka)
                        .namespace(namespace)
                        .zookeeper(zookeeper)
                        .set("trigger.grace", "30s"));
    }
}
