package dev.carillon.system.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.ConsoleService;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Checks every page with data of real runs, in both themes, narrow and wide. */
@CarillonSystem
@ExtendWith(ChromiumExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PageLooksTest {
    private static final int NARROW = 360;
    private static final int LOOKS = 5;
    private static final double ONE_SECOND = 1_000;
    private static final int WIDE = 1440;
    /** The least width at which the page of a schedule has two columns. */
    private static final int TWO_COLUMNS = 1220;

    private static final List<String> SCHEDULES = List.of("fine", "failing", "trying", "resting", "catching-up");
    private static final Instant YEAR = Instant.parse("2025-01-01T00:00:00Z");

    private static final String CUT_OFF = """
        const edge = cell => cell.closest('.rows').getBoundingClientRect().right;
        return [...document.querySelectorAll('.rows .cell')]
          .filter(cell => cell.getBoundingClientRect().right > edge(cell) + 1).length
        """;

    private int port;
    private String failed = "";

    @BeforeAll
    void start(RunningCarillon running) {
        schedule(running, "fine", "\"every\":\"1s\",\"payload\":{\"script\":\"echo fine\"}");
        schedule(
                running,
                "failing",
                "\"every\":\"1s\",\"payload\":{\"script\":\"exit 1\"},\"retry\":{\"maxRetries\":0}");
        schedule(
                running,
                "trying",
                "\"every\":\"5s\",\"payload\":{\"script\":\"exit 1\"},\"retry\":{\"maxRetries\":2,\"delay\":\"1s\"}");
        schedule(
                running,
                "resting",
                "\"cron\":\"30 2 * * *\",\"zone\":\"Europe/Berlin\",\"enabled\":false,\"pausedReason\":\"holidays\"");
        // So many instants that the backfill is open during all tests.
        schedule(running, "catching-up", "\"cron\":\"0 * * * *\",\"payload\":{\"script\":\"sleep 1\"}");
        running.command(
                Command.of(CommandKind.BACKFILL, "catching-up", running.clock().instant(), null)
                        .withRange(YEAR, YEAR.plus(Duration.ofDays(300)), 1L));
        running.console().start();
        port = ((ConsoleService) running.console().service()).port();
        running.awaitOutcomes("fine", 1);
        running.awaitOutcomes("catching-up", 1);
        ExecutionKey key = running.awaitOutcomes("failing", 1).get(0).key();
        failed = "/run?key=" + URLEncoder.encode(key.toString(), StandardCharsets.UTF_8);
    }

    /** Deletes the schedules, so that the backfill ends and the checker finds no open execution. */
    @AfterAll
    static void end(RunningCarillon running) {
        SCHEDULES.forEach(running::delete);
    }

    private static void schedule(RunningCarillon running, String taskId, String rest) {
        String json = "{\"v\":1,\"taskId\":\"" + taskId + "\",\"type\":\"shell\"," + rest + "}";
        running.apply(Kind.SCHEDULE.decode(json.getBytes(StandardCharsets.UTF_8)));
    }

    private List<String> places() {
        return List.of(
                "/",
                "/schedules",
                "/schedule?id=fine",
                "/schedule?id=catching-up",
                "/schedule?id=resting&tab=definition",
                "/runs",
                "/runs?group=error",
                failed,
                "/letters",
                "/workers",
                "/cron",
                "/schedules?create=1");
    }

    @Test
    void nothingBarsAnybodyInEitherTheme(Browser browser) {
        Accessibility accessibility = new Accessibility();
        SoftAssertions softly = new SoftAssertions();
        for (String theme : List.of("light", "dark")) {
            browser.at(port).prefers(theme).width(WIDE);
            for (String place : places()) {
                browser.open(place).settled().until("document.querySelector('.freshness.good')");
                softly.assertThat(accessibility.barriers(browser))
                        .as(place + " in " + theme)
                        .isEmpty();
            }
        }
        softly.assertAll();
    }

    @Test
    void narrowOrWideNothingHasToBeScrolledSideways(Browser browser) {
        SoftAssertions softly = new SoftAssertions();
        for (int width : new int[] {NARROW, TWO_COLUMNS, WIDE}) {
            browser.at(port).width(width);
            for (String place : places()) {
                long beyond = (Long) browser.open(place)
                        .settled()
                        .run("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
                softly.assertThat(beyond).as(place + " at " + width + " px").isNotPositive();
                softly.assertThat(browser.run(CUT_OFF))
                        .as("cells beyond the edge of " + place + " at " + width + " px")
                        .isEqualTo(0L);
            }
        }
        softly.assertAll();
    }

    /** Takes the quickest of a few paints, because other tests slow the machine down. */
    @Test
    void theFirstPaintComesWithinASecond(Browser browser) {
        String paints = "performance.getEntriesByName('first-contentful-paint')";
        double quickest = Double.MAX_VALUE;
        for (int look = 0; look < LOOKS && quickest >= ONE_SECOND; look++) {
            browser.at(port).width(WIDE).open("/").until(paints + ".length > 0");
            Object paint = browser.run("return " + paints + "[0].startTime");
            quickest = Math.min(quickest, ((Number) paint).doubleValue());
        }
        assertThat(quickest).as("milliseconds to the first paint").isLessThan(ONE_SECOND);
    }
}
