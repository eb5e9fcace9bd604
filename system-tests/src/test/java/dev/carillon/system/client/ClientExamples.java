package dev.carillon.system.client;

import dev.carillon.client.CarillonClient;
import dev.carillon.client.event.Subscription;
import dev.carillon.client.submit.Submission;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;

/** The examples of docs/client.md; one test runs them, another compares them with the page. */
final class ClientExamples {
    private ClientExamples() {}

    static Outcome submitAndAwait(CarillonClient client) {
        // example: submit
        Submission ring =
                Submission.of("ring").taskId("bell").payload("{\"note\":\"a\"}").retries(5);
        ExecutionKey key = client.submit(ring);
        Outcome outcome = client.await(key, Duration.ofMinutes(1));
        // end
        return outcome;
    }

    static ExecutionKey submitOnce(CarillonClient client) {
        // example: once
        Submission invoice = Submission.of("ring").key("invoice-4711:2026-11-18T00:00:00Z");
        ExecutionKey key = client.submit(invoice);
        client.submit(invoice);
        // end
        return key;
    }

    static Map<ExecutionKey, Outcome> submitMany(CarillonClient client) {
        // example: many
        List<Submission> works = IntStream.range(0, 100)
                .mapToObj(n -> Submission.of("ring").taskId("bell-" + n))
                .toList();
        List<ExecutionKey> keys = client.submitAll(works);
        Map<ExecutionKey, Outcome> outcomes = client.awaitAll(keys, Duration.ofMinutes(1));
        // end
        return outcomes;
    }

    static Subscription listen(CarillonClient client, Queue<String> screen) {
        // example: listen
        Subscription subscription =
                client.on(EventType.COMPLETED, event -> screen.add(event.subject() + ": " + event.message()));
        // end
        return subscription;
    }

    static String statusAndCancel(CarillonClient client, ExecutionKey key) {
        // example: status
        String why = client.status(key)
                .map(status -> status.state() + ": " + status.why())
                .orElse("it has no records");
        client.cancel(key, "not needed any more");
        // end
        return why;
    }

    static Subscription makeUp(CarillonClient client, Instant from, Instant to, Queue<String> screen) {
        // example: backfill
        Subscription ends = client.on(EventType.BACKFILL_ENDED, event -> screen.add(event.message()));
        client.backfill("nightly-report", from, to, 5L);
        // end
        return ends;
    }
}
