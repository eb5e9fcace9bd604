package dev.carillon.system.crash;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Reads the readiness and metrics of a process from its admin port. */
record HttpAdminPages(HttpClient client, int port) {
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int OK = 200;

    boolean areReady() throws InterruptedException {
        try {
            return get("/readyz").statusCode() == OK;
        } catch (IOException e) {
            return false; // The port is not open yet.
        }
    }

    /** The sum of a metric over all tags; 0 if it does not exist. */
    double meter(String name) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(ANSWER)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
