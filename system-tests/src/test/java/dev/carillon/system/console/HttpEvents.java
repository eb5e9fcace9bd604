package dev.carillon.system.console;

import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Deadline;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Collects the lines of the console's event stream since it was opened. */
final class HttpEvents implements AutoCloseable {
    private final InputStream source;
    private final List<String> lines = new ArrayList<>();

    private HttpEvents(InputStream source) {
        this.source = source;
    }

    static HttpEvents of(HttpClient client, URI address) {
        try {
            HttpResponse<InputStream> answer =
                    client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofInputStream());
            HttpEvents events = new HttpEvents(answer.body());
            Threads.named("console-events", events::read).start();
            return events;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private void read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(source, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            add("ended: " + e); // The usual end: close() closed the stream.
        }
    }

    private synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    /** Waits for a line that contains all of these texts. */
    synchronized void await(Duration within, String... words) {
        Deadline deadline = Deadline.in(within);
        while (lines.stream().noneMatch(line -> List.of(words).stream().allMatch(line::contains))) {
            if (deadline.isOver()) {
                throw new AssertionError("no event with " + List.of(words) + " in " + lines);
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, deadline.remainingNanos()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        }
    }

    @Override
    public void close() {
        try {
            source.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
