package dev.carillon.system.topics;

import dev.carillon.collector.CollectorService;
import dev.carillon.kit.admin.Health;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.Eventually;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.trigger.TriggerService;
import dev.carillon.worker.WorkerService;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Reads the readiness of the roles of a running system. */
final class Roles {
    /** Much longer than a role takes to notice, and much shorter than Kafka's clients take. */
    private static final Duration SOON = Duration.ofSeconds(20);

    private final RunningCarillon carillon;

    Roles(RunningCarillon carillon) {
        this.carillon = carillon;
    }

    /** Why each role is not ready; empty for a role that is ready. */
    Map<String, String> whyNot() throws Exception {
        Map<String, String> all = new TreeMap<>();
        TriggerService trigger = (TriggerService) carillon.trigger().service();
        Health onTopics = trigger.onTopics().check();
        all.put("trigger", onTopics.ok() ? "" : onTopics.words());
        WorkerService worker = (WorkerService) carillon.worker().service();
        all.put("worker", String.join("", worker.readiness().values()));
        CollectorService collector = (CollectorService) carillon.collector().service();
        StringBuilder words = new StringBuilder();
        for (var check : collector.readiness().values()) {
            Health health = check.check();
            words.append(health.ok() ? "" : health.words());
        }
        all.put("collector", words.toString());
        return all;
    }

    String whyNot(String role) throws Exception {
        return Objects.requireNonNull(whyNot().get(role));
    }

    /** Waits until a role reports that it has stopped for this reason, with the topic and what to do. */
    void awaitStopped(String role, KitErrorCode code, String topic) {
        Eventually.that(role + " has stopped for " + code, SOON, () -> {
            String words = whyNot(role);
            if (!words.contains(code.name()) || !words.contains(topic) || !words.contains("topics create")) {
                throw new AssertionError(role + " reports: " + words);
            }
            return true;
        });
    }

    void awaitReady() {
        Eventually.that("all roles are ready", SOON, () -> {
            Map<String, String> why = whyNot();
            if (!why.values().stream().allMatch(String::isEmpty)) {
                throw new AssertionError(why.toString());
            }
            return true;
        });
    }

    void awaitReady(String role) {
        Eventually.that(role + " is ready", SOON, () -> whyNot(role).isEmpty());
    }
}
