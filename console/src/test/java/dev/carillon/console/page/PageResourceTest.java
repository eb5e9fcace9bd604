package dev.carillon.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.JavalinServer;
import dev.carillon.console.api.ListenSettings;
import dev.carillon.kit.time.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PageResourceTest {
    private final Map<String, byte[]> files = new HashMap<>();
    private final JavalinServer server = JavalinServer.open(
            ListenSettings.at("loopback", 0, 4), List.of(new PageResource(files::get)), SystemTime.ticker());

    @AfterEach
    void close() {
        server.close();
    }

    private record Got(int status, String type, String kept, String body) {}

    private void file(String path, String text) {
        files.put(path, text.getBytes(StandardCharsets.UTF_8));
    }

    private Got get(String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + server.port() + path).toURL().openConnection();
        int status = connection.getResponseCode();
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return new Got(
                    status,
                    Objects.toString(connection.getContentType()),
                    Objects.toString(connection.getHeaderField("Cache-Control")),
                    new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void everyPathOfThePageGetsItsDocument() throws IOException {
        file("index.html", "<!doctype html>");

        for (String path : List.of("/", "/schedules", "/schedule?id=report", "/runs?state=FAILED", "/cron")) {
            assertThat(get(path))
                    .as(path)
                    .isEqualTo(new Got(200, "text/html;charset=utf-8", "no-cache", "<!doctype html>"));
        }
        assertThat(get("/nowhere").status()).isEqualTo(404);
        assertThat(get("/index.htm").type()).isEqualTo("application/problem+json");
    }

    @Test
    void whatHasAHashInItsNameIsKeptForEver() throws IOException {
        file("assets/index-C7qAYzS2.js", "1");
        file("assets/index-DmKiVB03.css", "p {}");
        file("theme.js", "2");

        Got script = get("/assets/index-C7qAYzS2.js");
        assertThat(script.type()).isEqualTo("text/javascript; charset=utf-8");
        assertThat(script.kept()).contains("immutable");
        assertThat(get("/assets/index-DmKiVB03.css").type()).startsWith("text/css");
        assertThat(get("/theme.js").kept()).isEqualTo("no-cache");
    }

    @Test
    void nothingElseIsServed() throws IOException {
        file("assets/PageResource.class", "no");
        file("assets/.hidden.js", "no");
        file("secret.js", "no");

        for (String path : List.of(
                "/assets/PageResource.class",
                "/assets/.hidden.js",
                "/assets/",
                "/secret.js",
                "/assets/%2e%2e/secret.js",
                "/assets/..%2fsecret.js",
                "/assets//secret.js",
                "/favicon.svg")) {
            assertThat(get(path).status()).as(path).isIn(400, 404);
        }
    }

    @Test
    void aBuildWithoutThePageSaysHowToGetIt() throws IOException {
        assertThat(get("/").status()).isEqualTo(200);
        assertThat(get("/").type()).startsWith("text/plain");
        assertThat(get("/").body()).contains("no web page", "Node", "/v1/openapi.yaml");
    }
}
