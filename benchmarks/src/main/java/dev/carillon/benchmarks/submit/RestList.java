package dev.carillon.benchmarks.submit;

import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.kafka.RoleProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A console in a separate process that lists all schedules of a namespace over REST, page by page. */
final class RestList implements AutoCloseable {
    private static final int LISTS = 5;
    private static final Duration LOADED_WITHIN = Duration.ofMinutes(2);
    private static final long LOOK_MILLIS = 500;
    private static final int OK = 200;

    private final JsonMapper json = new JsonMapper();
    private final HttpClient client = HttpClient.newHttpClient();
    private final RoleProcess console;
    private final int port;

    RestList(KafkaTestBed bed, Path dir, String namespace) throws IOException {
        port = RoleProcess.freePort();
        console = new RoleProcess(
                "console",
                "console",
                dir,
                RoleProcess.AS_LAUNCHED,
                Map.of(
                        "CARILLON_KAFKA_BOOTSTRAP_SERVERS",
                        bed.bootstrapServers(),
                        "CARILLON_TOPICS_NAMESPACE",
                        namespace,
                        "CARILLON_CONSOLE_PORT",
                        Integer.toString(port),
                        "CARILLON_CONSOLE_HISTORY_DIR",
                        dir.resolve("console-history").toString()));
    }

    /**
     * How long it takes to list this many schedules, from the first page to the last, once the console has read them
     * all.
     */
    Samples millis(int schedules) throws Exception {
        console.awaitReady();
        long end = System.nanoTime() + LOADED_WITHIN.toNanos();
        while (listed() < schedules) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the console does not show " + schedules + " schedules");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return Rounds.millis(LISTS, n -> {
            int found = listed();
            if (found != schedules) {
                throw new IllegalStateException("the console lists " + found + " of " + schedules + " schedules");
            }
        });
    }

    private int listed() {
        int found = 0;
        String cursor = "";
        while (true) {
            JsonNode page = page(cursor);
            found += page.get("items").size();
            if (!page.has("next")) {
                return found;
            }
            cursor = "&cursor=" + page.get("next").stringValue();
        }
    }

    private JsonNode page(String cursor) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/v1/schedules?limit=500" + cursor))
                .build();
        try {
            var answer = client.send(request, BodyHandlers.ofByteArray());
            if (answer.statusCode() != OK) {
                throw new IllegalStateException("the console answers " + answer.statusCode());
            }
            return json.readTree(answer.body());
        } catch (IOException e) {
            throw new IllegalStateException("the console does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        console.close();
    }
}
