package dev.carillon.system.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.JavalinServer;
import dev.carillon.console.api.ListenSettings;
import dev.carillon.console.page.PageResource;
import dev.carillon.kit.time.SystemTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A list of ten thousand runs: all of them can be scrolled to, and the document stays small. */
@ExtendWith(ChromiumExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ManyRowsTest {
    private static final int RUNS = 10_000;
    private static final Instant NEWEST = Instant.parse("2026-11-18T06:00:00Z");

    private JavalinServer server;

    @BeforeAll
    void open() {
        ApiResource runs = routes -> routes.get(
                "/v1/executions", ManyRowsTest::page, "cursor", "limit", "search", "state", "queue", "since");
        server = JavalinServer.open(
                ListenSettings.at("loopback", 0, 4), List.of(new PageResource(), runs), SystemTime.ticker());
    }

    @AfterAll
    void close() {
        server.close();
    }

    private static ApiResponse page(ApiRequest request) {
        String cursor = request.query().text("cursor", 20);
        int first = cursor == null ? 0 : Integer.parseInt(cursor);
        int end = Math.min(RUNS, first + (int) request.query().number("limit", 50, 1, 500));
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        ArrayNode items = page.putArray("items");
        IntStream.range(first, end).forEach(n -> {
            Instant at = NEWEST.minusSeconds(n);
            items.addObject()
                    .put("key", "many:" + at)
                    .put("taskId", "many")
                    .put("name", "Run number " + n)
                    .put("execTime", at.toString())
                    .put("state", n % 7 == 0 ? "FAILED" : "SUCCEEDED")
                    .put("attempts", 1)
                    .put("firstHeard", at.toString());
        });
        if (end < RUNS) {
            page.put("next", String.valueOf(end));
        }
        return ApiResponse.json(page);
    }

    @Test
    void allTenThousandCanBeReachedAndOnlyAScreenfulIsDrawn(Browser browser) {
        browser.at(server.port()).open("/runs").untilText("Run number 0");

        String last = "document.body.innerText.includes('Run number " + (RUNS - 1) + "')";
        while (!Boolean.TRUE.equals(browser.run("return " + last))) {
            Object height = browser.run("scrollTo(0, 1e9); return document.documentElement.scrollHeight");
            browser.until(last + " || document.documentElement.scrollHeight > " + height);
        }

        assertThat(drawn(browser)).isBetween(10L, 80L);
        browser.run("scrollTo(0, 0); return true");
        browser.untilText("Run number 0");
        assertThat(drawn(browser)).isBetween(10L, 80L);
    }

    private static long drawn(Browser browser) {
        return (Long) browser.run("return document.querySelectorAll('.row-body [role=row]').length");
    }
}
