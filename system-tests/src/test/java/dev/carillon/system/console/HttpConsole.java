package dev.carillon.system.console;

import dev.carillon.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Calls the console's REST interface. */
final class HttpConsole {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String address;

    HttpConsole(int port) {
        this.address = "http://127.0.0.1:" + port;
    }

    /** The status and body of a response. */
    record Answer(int status, JsonNode body) {
        String text(String pointer) {
            return body.at(pointer).asString("");
        }
    }

    Answer get(String path) {
        return send("GET", path, HttpRequest.BodyPublishers.noBody());
    }

    Answer post(String path, String body) {
        return send("POST", path, HttpRequest.BodyPublishers.ofString(body));
    }

    Answer put(String path, String body) {
        return send("PUT", path, HttpRequest.BodyPublishers.ofString(body));
    }

    private Answer send(String method, String path, HttpRequest.BodyPublisher body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .method(method, body)
                .build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(answer.statusCode(), Json.read(answer.body().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Opens the stream of events; the caller closes it. */
    HttpEvents follow() {
        return HttpEvents.of(client, URI.create(address + "/v1/stream"));
    }
}
