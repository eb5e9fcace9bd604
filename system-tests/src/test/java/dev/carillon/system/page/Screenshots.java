package dev.carillon.system.page;

import dev.carillon.console.ConsoleService;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Takes the screenshots of the documentation from a running system. It is no test, so its name does not end in Test;
 * {@code docs/screenshots/make} runs it and sets the folder.
 */
@CarillonSystem(checkedAtTheEnd = false)
@ExtendWith(ChromiumExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class Screenshots {
    private static final String FOLDER = "carillon.screenshots";

    private static final Duration LONG = Duration.ofMinutes(4);
    private static final int WIDE = 1440;
    private static final int NARROW = 360;

    /** Schedules as a team might have them. */
    private static final List<String> SCHEDULES = List.of("""
        {"v":1,"taskId":"heartbeat","every":"1s","type":"shell","payload":{"script":"echo alive"}}\
        """, """
        {"v":1,"taskId":"invoices","name":"Invoices to customers","owner":"billing","every":"4s","type":"shell",
         "payload":{"script":"for n in 1 2 3; do echo \\"invoice $n is sent\\"; sleep 0.$(($$ % 4)); done"}}\
        """, """
        {"v":1,"taskId":"cache-warmup","name":"Warm the cache","every":"3s","type":"shell",
         "payload":{"script":"sleep 0.$(($$ % 9)); echo \\"$(($$ % 900 + 100)) pages\\""}}\
        """, """
        {"v":1,"taskId":"partner-import","name":"Import from the partner","owner":"supply","every":"6s","type":"shell",
         "description":"Whatever the partner has laid down for us.",
         "payload":{"script":"echo connecting to the partner; sleep 0.2; [ $(($$ % 5)) -gt 1 ] || { echo not ready yet >&2; exit 1; }; echo 812 rows"},
         "retry":{"maxRetries":3,"delay":"1s","backoffRate":2,"jitter":0}}\
        """, """
        {"v":1,"taskId":"ledger-check","name":"Check the ledger","every":"20s","type":"shell",
         "payload":{"script":"echo comparing 1204 accounts; echo account 4711 differs by 0.01 >&2; exit 7"},
         "retry":{"maxRetries":2,"delay":"2s","backoffRate":2,"jitter":0}}\
        """, """
        {"v":1,"taskId":"long-report","name":"Quarterly report","every":"45s","type":"shell",
         "payload":{"script":"for n in $(seq 1 40); do echo \\"page $n of 40\\"; sleep 1; done"}}\
        """, """
        {"v":1,"taskId":"nightly-report","name":"Nightly report","cron":"30 2 * * *","zone":"Europe/Berlin",
         "type":"shell","payload":{"script":"echo figures"},"timeout":"2m","labels":{"team":"finance"}}\
        """, """
        {"v":1,"taskId":"old-export","cron":"0 6 * * MON-FRI","zone":"Europe/Berlin","type":"shell",
         "payload":{"script":"true"},"enabled":false,"pausedReason":"until the new warehouse is there"}\
        """);

    private int port;
    private final Map<String, String> places = new LinkedHashMap<>();

    @BeforeAll
    void run(RunningCarillon running) {
        running.console().start();
        port = ((ConsoleService) running.console().service()).port();
        SCHEDULES.forEach(json -> running.apply(Kind.SCHEDULE.decode(json.getBytes(StandardCharsets.UTF_8))));
        running.awaitOutcomes("heartbeat", 120, LONG);
        ExecutionKey failed =
                running.awaitOutcomes("ledger-check", 3, LONG).get(2).key();
        places.put("now", "/");
        places.put("schedules", "/schedules");
        places.put("schedule", "/schedule?id=partner-import");
        places.put("definition", "/schedule?id=nightly-report&tab=definition");
        places.put("runs", "/runs");
        places.put("errors", "/runs?group=error");
        places.put("run", "/run?key=" + URLEncoder.encode(failed.toString(), StandardCharsets.UTF_8));
        places.put("letters", "/letters");
        places.put("workers", "/workers");
        places.put("cron", "/cron?expression=30+2+*+*+*&zone=Europe%2FBerlin&from=2027-03-25T00%3A00%3A00Z");
        places.put("create", "/schedules?create=1");
    }

    @Test
    void everyPageIsPicturedInBothThemes(Browser browser) throws IOException {
        Path folder = Files.createDirectories(Path.of(Objects.requireNonNull(System.getProperty(FOLDER), FOLDER)));
        browser.at(port).zone("Europe/Berlin").open("/").until("document.querySelector('.nav-count')");
        for (String theme : List.of("light", "dark")) {
            browser.prefers(theme).width(WIDE);
            for (Map.Entry<String, String> place : places.entrySet()) {
                picture(browser, place.getValue(), folder.resolve(place.getKey() + "-" + theme + ".png"));
            }
            browser.width(NARROW);
            picture(browser, "/", folder.resolve("narrow-" + theme + ".png"));
        }
    }

    private static void picture(Browser browser, String path, Path file) {
        browser.open(path)
                .settled()
                .until("document.querySelector('.freshness.good')")
                .until("!document.querySelector('.preview') || document.querySelector('.preview li')");
        // Elements that move have reached their place two frames later.
        browser.twoFrames().picture(file);
    }
}
