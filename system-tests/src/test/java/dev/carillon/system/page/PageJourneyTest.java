package dev.carillon.system.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.ConsoleService;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** Uses the page as an operator does, against a running system. */
@CarillonSystem
@ExtendWith(ChromiumExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PageJourneyTest {
    private static final String YAML = "dialog [aria-label=\"Definition as YAML\"]";

    private static final String TICKING = """
        taskId: ticking
        name: Ticking
        every: 1s
        type: shell
        payload: {script: "echo all is fine"}
        """;

    private static final String CATCHING_UP = """
        taskId: catching-up
        name: Catching up
        cron: "0 * * * *"
        type: shell
        payload: {script: "sleep 0.5"}
        """;

    private static final String SCRIPT = """
        #!/bin/sh
        # Counts what came in, then the rest.

        set -e
        if true; then
        \techo "one"  # and no more
          echo two
        fi
        """;

    private int port;

    @BeforeAll
    void start(RunningCarillon running) {
        running.console().start();
        port = ((ConsoleService) running.console().service()).port();
    }

    @Test
    void aScheduleIsMadeFiresBreaksIsRetriedReplayedAndPaused(Browser browser) {
        browser.at(port).open("/schedules");
        define(browser, "New schedule", "Create", TICKING);
        browser.untilText("h1", "Ticking").untilText(".rows .state", "Succeeded");

        String broken = TICKING.replace("echo all is fine", "echo counting; echo no such table; exit 3")
                + "retry: {maxRetries: 1, delay: 3s, jitter: 0}\n";
        define(browser, "Edit", "Save", broken);
        browser.untilText(".rows .state", "Retrying").untilText(".rows .said", "no such table");

        browser.open("/runs?taskId=ticking&state=FAILED").untilText(".rows .state", "Failed");
        browser.run("document.querySelector('.row-body a').click(); return true");
        browser.untilText(".card-head", "2 attempts")
                .untilText(".log", "counting")
                .untilText(".log", "no such table");
        String failed = browser.address();

        browser.open("/letters").untilText(".rows", "ticking:").click("Replay ticking:…");
        browser.fill("Why?", "the table is there now").click("Replay").untilText(".toast", "is replayed");
        browser.click("Watch it").untilText("dl", "replay").untilText("dl", "Repeats");
        assertThat(browser.address()).startsWith("/run?key=ticking").isNotEqualTo(failed);

        browser.open("/schedule?id=ticking").click("Pause");
        browser.fill("Why?", "the table moves").click("Pause").untilText(".note", "Paused: the table moves");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aScriptIsStoredByteForByte(Browser browser) {
        String literal = "payload:\n  script: |\n"
                + SCRIPT.lines()
                        .map(line -> line.isEmpty() ? "\n" : "    " + line + "\n")
                        .collect(Collectors.joining());
        browser.at(port).open("/schedules");
        define(
                browser,
                "New schedule",
                "Create",
                "taskId: script\nname: Once\ncron: \"0 0 1 1 *\"\ntype: shell\n" + literal);
        browser.untilText("h1", "Once");
        assertThat(storedScript(browser)).isEqualTo(SCRIPT);

        browser.click("Edit").click("YAML").until("document.querySelector('" + YAML + "')");
        assertThat(valueOf(browser, YAML)).contains(literal);
        browser.click("Form").until("document.querySelector('dialog [name=script]')");
        assertThat(valueOf(browser, "dialog [name=script]")).isEqualTo(SCRIPT);

        String longer = SCRIPT + "\n# The end, without a line break";
        browser.write("dialog [name=script]", longer).fill("Name", "Twice");
        browser.click("YAML").until("document.querySelector('" + YAML + "')");
        browser.click("Save").until("!document.querySelector('dialog')").untilText("h1", "Twice");
        assertThat(storedScript(browser)).isEqualTo(longer);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aBackfillShowsHowFarItIsAndCanBeEnded(Browser browser) {
        browser.at(port).open("/schedules");
        define(browser, "New schedule", "Create", CATCHING_UP);
        browser.untilText("h1", "Catching up");
        String asked = """
            return fetch('/v1/schedules/catching-up/backfill', {
              method: 'POST',
              headers: {'Content-Type': 'application/json'},
              body: '{"from":"2025-01-01T00:00:00Z","to":"2025-12-01T00:00:00Z","maxRunning":2}'
            }).then(answer => String(answer.status))
            """;
        assertThat(browser.run(asked)).isEqualTo("202");
        browser.open("/schedule?id=catching-up").untilText(".backfill", "of 8,016 instants done");
        browser.untilText(".backfill", "2 running, at most 2 at once")
                .until("document.querySelector('.backfill progress').value > 0")
                .untilText(".rows .under", "backfill");

        browser.click("End the backfill").fill("Why?", "the data was bad").click("End the backfill");
        browser.untilText(".toast", "is being ended").until("!document.querySelector('.backfill')");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void whatUsersWriteIsShownAndNeverRun(Browser browser) {
        String evil = "<script>hacked=1</script><img src=x onerror=hacked=1>";
        String yaml = """
            taskId: evil
            name: "NAME%1$s"
            description: "DESCRIPTION%1$s"
            owner: "%1$s"
            labels: {"%1$s": "%1$s"}
            every: 1s
            type: shell
            payload: {script: "echo 'LOG%1$s'; exit 1", "%1$s": "%1$s"}
            retry: {maxRetries: 0}
            """.replace("%1$s", evil);
        browser.at(port).open("/schedules");
        define(browser, "New schedule", "Create", yaml);
        browser.untilText("h1", "NAME" + evil).untilText("DESCRIPTION" + evil).untilText(".rows .said", evil);
        browser.click("Definition").untilText("pre", evil);
        browser.open("/runs?taskId=evil&state=FAILED").untilText(".rows", "NAME" + evil);
        browser.run("document.querySelector('.row-body a').click(); return true");
        browser.untilText(".log", "LOG" + evil).untilText("pre", evil).untilText(".note", evil);
        for (String path : new String[] {"/", "/schedules", "/runs?group=error"}) {
            browser.open(path).untilText(evil);
        }
        browser.open("/schedule?id=evil")
                .click("Pause")
                .fill("Why?", "REASON" + evil)
                .click("Pause");
        browser.untilText(".note", "REASON" + evil);

        assertThat(browser.run("return String(window.hacked)")).isEqualTo("undefined");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void everythingCanBeDoneWithoutAPointer(Browser browser) {
        browser.at(port).open("/");
        browser.press(Keys.TAB).until("document.activeElement.className === 'skip'");
        browser.press(Keys.ENTER).until("document.activeElement.id === 'content'");
        browser.press("?")
                .untilText("dialog", "Keyboard")
                .press(Keys.ESCAPE)
                .until("!document.querySelector('dialog')");

        browser.press("g", "s").untilText("h1", "Schedules").press("c").untilText("dialog", "New schedule");
        browser.until("document.activeElement.name === 'taskId'").press("typed");
        for (int i = 0; i < 3; i++) {
            browser.press(Keys.TAB);
        }
        browser.until("document.activeElement.tagName === 'SELECT'")
                .press("at a fixed")
                .press(Keys.TAB);
        // The tab key selects the whole value of a field, so typing replaces it.
        browser.until("document.activeElement.name === 'every'").press("1s", Keys.ENTER);
        browser.untilText("h1", "typed").untilText(".rows .state", "Succeeded");

        browser.press("g", "r").untilText("h1", "Runs").until("document.querySelector('.row-body a')");
        browser.press("j")
                .until("document.activeElement.matches('.row-body a')")
                .press(Keys.ENTER);
        browser.untilText(".card-head", "Log").until("document.activeElement.tagName === 'H1'");
    }

    @Test
    void aDialogHearsEscapeAsSoonAsItIsThere(Browser browser) {
        browser.at(port).open("/").untilText("The last hour");
        // The observer runs before the browser handles anything else, also before a waiting key.
        browser.run("""
            new MutationObserver(() => {
              const dialog = document.querySelector('dialog');
              if (dialog && window.modal === undefined) window.modal = dialog.matches(':modal');
            }).observe(document.body, {childList: true, subtree: true});
            return true
            """);
        browser.press("?").until("window.modal !== undefined");
        assertThat(browser.run("return window.modal")).isEqualTo(true);
    }

    private static String storedScript(Browser browser) {
        return String.valueOf(browser.run("""
            return fetch('/v1/schedules/script').then(answer => answer.json()).then(read => read.definition.payload.script)
            """));
    }

    private static String valueOf(Browser browser, String css) {
        return String.valueOf(browser.run("return document.querySelector(arguments[0]).value", css));
    }

    private static void define(Browser browser, String open, String save, String yaml) {
        browser.click(open).click("YAML").until("document.querySelector('" + YAML + "')");
        browser.write(YAML, yaml);
        browser.click(save).until("!document.querySelector('dialog')");
    }
}
