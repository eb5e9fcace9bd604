package dev.carillon.system.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.ScriptTimeoutException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;

/** Drives a browser. Its methods wait, inside the browser, until what they need is on the page. */
final class Browser implements AutoCloseable {
    private static final By FOUND = By.cssSelector("[data-found]");
    private static final int MAX_FINDS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Waits for a condition, which is put into the script because the page's policy forbids eval. */
    private static final String UNTIL = """
        const done = arguments[arguments.length - 1];
        const holds = () => { try { return (%s); } catch (e) { return false; } };
        const look = () => holds() ? done(true) : setTimeout(look, 15);
        look();
        """;

    private final ChromeDriver driver;
    private String base = "";

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static Browser start(Path chromedriver, Path chromium) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--disable-dev-shm-usage",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "--lang=en-GB",
                "--window-size=1440,900");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.toFile())
                .usingAnyFreePort()
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        return new Browser(driver);
    }

    /** Sets the port of the console for the following paths. */
    Browser at(int port) {
        base = "http://127.0.0.1:" + port;
        return this;
    }

    Browser open(String path) {
        driver.get(base + path);
        return until("document.querySelector('h1')");
    }

    /** Waits until all requests of the page have been answered. */
    Browser settled() {
        return until("!document.querySelector('[aria-busy=true]')");
    }

    /** Waits until the last changes of the page are drawn on the screen. */
    Browser twoFrames() {
        driver.executeAsyncScript("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))");
        return this;
    }

    /** Waits until a JavaScript condition holds. */
    Browser until(String condition) {
        try {
            driver.executeAsyncScript(UNTIL.replace("%s", condition));
        } catch (ScriptTimeoutException e) {
            throw new AssertionError(
                    "never came true within " + PATIENCE + ": " + condition + "\nText of the page: " + text(), e);
        }
        return this;
    }

    Browser untilText(String text) {
        return until("document.body.innerText.includes(" + PageScripts.quoted(text) + ")");
    }

    Browser untilText(String css, String text) {
        return until("[...document.querySelectorAll(" + PageScripts.quoted(css) + ")].some(e => e.innerText.includes("
                + PageScripts.quoted(text) + "))");
    }

    /**
     * Clicks the button, link or tab with this name. A name that ends with … matches any that begins like it; other
     * names must match fully, so that no similar one is clicked before the right one is there.
     */
    Browser click(String name) {
        for (int attempt = 0; ; attempt++) {
            until(PageScripts.named(name));
            try {
                driver.findElement(FOUND).click();
                return this;
            } catch (StaleElementReferenceException | NoSuchElementException e) {
                // The page drew it again between finding and clicking it.
                if (attempt == MAX_FINDS) {
                    throw e;
                }
            }
        }
    }

    /** Replaces the value of the field with this label. */
    Browser fill(String label, String value) {
        until(PageScripts.field(label));
        WebElement input = driver.findElement(FOUND);
        if (input.getTagName().equals("select")) {
            input.sendKeys(value);
        } else {
            input.sendKeys(Keys.chord(Keys.CONTROL, "a"), value);
        }
        return this;
    }

    /** Sets a long text in a field at once, as pasting does. */
    Browser write(String css, String text) {
        WebElement field = driver.findElement(By.cssSelector(css));
        driver.executeScript("""
            const [field, text] = arguments;
            Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, text);
            field.dispatchEvent(new Event('input', {bubbles: true}));
            """, field, text);
        return this;
    }

    Browser press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
        return this;
    }

    Object run(String script, Object... arguments) {
        return Objects.requireNonNull(driver.executeScript(script, arguments), script);
    }

    /** Loads a library in spite of the page's policy, and returns the answer of a script that uses it. */
    List<String> ask(String library, String question) {
        driver.executeCdpCommand("Runtime.evaluate", Map.of("expression", library));
        Object answer = Objects.requireNonNull(driver.executeAsyncScript(question));
        return ((List<?>) answer).stream().map(String::valueOf).toList();
    }

    String text() {
        try {
            return String.valueOf(driver.executeScript("return document.body.innerText"));
        } catch (JavascriptException e) {
            return "(nothing: " + e.getMessage() + ")";
        }
    }

    String address() {
        return Objects.requireNonNull(driver.getCurrentUrl()).substring(base.length());
    }

    Browser width(int width) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", width < 800 ? 740 : 900, "deviceScaleFactor", 1, "mobile", false));
        return this;
    }

    /** Sets the system's preferred theme. */
    Browser prefers(String theme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
        return this;
    }

    Browser zone(String zone) {
        driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", zone));
        return this;
    }

    /** The browser's warnings and errors about the page, without failed requests. */
    List<String> complaints() {
        return driver.manage().logs().get("browser").getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .filter(complaint -> !complaint.contains("Failed to load resource"))
                .toList();
    }

    void picture(Path file) {
        try {
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
