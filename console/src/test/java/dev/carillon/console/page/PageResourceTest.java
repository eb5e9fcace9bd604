package dev.carillon.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.JavalinServer;
import dev.carillon.console.api.ListenSettings;
import dev.carillon.console.api.RawAnswer;
import dev.carillon.console.api.RawHttp;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test
    void thePageIsReadOnly() {
        file("index.html", "<!doctype html>");
        for (String path : List.of("/", "/schedules", "/assets/a.js", "/theme.js")) {
            RawAnswer answer = RawHttp.ask(
                    server.port(), "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0", "");

            assertThat(answer.status()).as(path).isEqualTo(405);
            assertThat(answer.headers()).containsEntry("allow", "GET, HEAD");
        }
        assertThat(RawHttp.ask(server.port(), "GET / HTTP/1.1\r\nHost: evil.example", "")
                        .text("code"))
                .isEqualTo("WRONG_HOST");
    }

    @Test
    void aHeadOfTheDocumentHasItsLengthAndNoBody() {
        file("index.html", "<!doctype html>\u00e9");

        RawAnswer answer = RawHttp.ask(server.port(), "HEAD /runs HTTP/1.1\r\nHost: localhost", "");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).containsEntry("content-length", "17");
        assertThat(answer.body()).isEmpty();
    }

    /** Only the script of the page reads its query, so links from elsewhere with more in it work too. */
    @ParameterizedTest
    @ValueSource(strings = {"?utm_source=mail&state=FAILED", "?%zz", "?a=1&a=2", "?<script>", "?" + "x=1&"})
    void theQueryOfThePageIsNotChecked(String query) {
        file("index.html", "<!doctype html>");

        RawAnswer answer = RawHttp.get(server.port(), "/schedules" + query);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("<!doctype html>");
        assertThat(answer.headers().get("content-security-policy")).contains("script-src 'self'");
    }

    @ParameterizedTest
    @CsvSource({
        "a.js, 200, text/javascript; charset=utf-8",
        "a.css, 200, text/css; charset=utf-8",
        "a.svg, 200, image/svg+xml",
        "a.png, 200, image/png",
        "a.woff2, 200, font/woff2",
        "a.js.map, 200, application/json",
        "a.html, 404, application/problem+json",
        "a.JS, 404, application/problem+json",
        "a, 404, application/problem+json",
        "a.js%20, 404, application/problem+json",
        "a%0a.js, 400, application/problem+json",
        "%C3%A9.js, 404, application/problem+json",
        "*.js, 404, application/problem+json"
    })
    void eachKindOfFileHasItsTypeAndOthersAreNotServed(String name, int status, String type) {
        for (String one :
                List.of("a.js", "a.css", "a.svg", "a.png", "a.woff2", "a.js.map", "a.html", "a.JS", "a", "a.js ")) {
            file("assets/" + one, "content");
        }
        file("assets/\u00e9.js", "content");
        file("assets/*.js", "content");

        RawAnswer answer = RawHttp.get(server.port(), "/assets/" + name);

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers())
                .containsEntry("content-type", type)
                .containsEntry("x-content-type-options", "nosniff");
    }

    @Test
    void aNameOfAHundredAndOneCharactersIsServedAndALongerOneIsNot() {
        String longest = "a".repeat(98) + ".js";
        file("assets/" + longest, "1");
        file("assets/a" + longest, "1");

        assertThat(RawHttp.get(server.port(), "/assets/" + longest).status()).isEqualTo(200);
        assertThat(RawHttp.get(server.port(), "/assets/a" + longest).status()).isEqualTo(404);
    }

    @Test
    void aLargeFileComesWhole() {
        file("assets/large.js", "x".repeat(3_000_000));

        assertThat(RawHttp.get(server.port(), "/assets/large.js").body()).hasSize(3_000_000);
    }
}
