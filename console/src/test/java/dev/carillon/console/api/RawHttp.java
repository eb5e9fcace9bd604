package dev.carillon.console.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes HTTP by hand, also requests that a normal client would not send. */
public final class RawHttp implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;

    public RawHttp(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(PATIENCE_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One request on its own connection; the head is the text before the blank line. */
    public static RawAnswer ask(int port, String head, String body) {
        try (RawHttp http = new RawHttp(port)) {
            http.send(head + "\r\nConnection: close\r\n\r\n" + body);
            return http.answer();
        }
    }

    public static RawAnswer get(int port, String path) {
        return ask(port, "GET " + path + " HTTP/1.1\r\nHost: localhost", "");
    }

    public void send(String text) {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void send(byte[] bytes) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the client's side; the answer can still be read. */
    public void endSending() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the server ends the connection without another byte. */
    public boolean isEnded() {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // It ended it before it had read all.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The answer, if its beginning has come; null if nothing has. */
    @Nullable
    RawAnswer answerIfThere() {
        try {
            return socket.getInputStream().available() > 0 ? answer() : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads to the end of the connection, or of the announced body. */
    public RawAnswer answer() {
        try {
            InputStream in = socket.getInputStream();
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("the connection ended after: " + head);
                }
                head.write(next);
            }
            String[] lines = head.toString(StandardCharsets.ISO_8859_1).split("\r\n", -1);
            Map<String, String> headers = new TreeMap<>();
            for (int i = 1; i < lines.length && !lines[i].isEmpty(); i++) {
                String[] pair = lines[i].split(": ?", 2);
                headers.put(pair[0].toLowerCase(Locale.ROOT), pair[1]);
            }
            int length = Integer.parseInt(headers.getOrDefault("content-length", "-1"));
            byte[] body = length >= 0 ? in.readNBytes(length) : new byte[0];
            return new RawAnswer(
                    Integer.parseInt(lines[0].split(" ", 3)[1]), headers, new String(body, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
