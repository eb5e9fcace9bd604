package dev.carillon.standalone.doctor;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Asks what a listener speaks, after Kafka's client could not make itself understood and can't say why. It asks for a
 * login that no broker has: one without logins says so, one with them answers with those it knows, and nothing is
 * logged in.
 */
final class Greeting {
    private static final int TIMEOUT_MILLIS = 1_000;
    private static final int SASL_HANDSHAKE = 17;
    private static final int UNSUPPORTED_MECHANISM = 33;
    private static final int ILLEGAL_SASL_STATE = 34;
    private static final int CORRELATION = 7_411;
    private static final int LONGEST_ANSWER = 64 * 1024;
    private static final int MOST_MECHANISMS = 100;

    private Greeting() {}

    /**
     * What a listener speaks.
     *
     * @param logins the ways to log in that it knows; empty if it asks for none
     */
    record Speech(boolean tls, List<String> logins) {}

    /** Empty for what does not speak as Kafka does. */
    static Optional<Speech> greet(InetSocketAddress address) {
        Optional<List<String>> plain = answer(address, false);
        if (plain.isPresent()) {
            return Optional.of(new Speech(false, plain.get()));
        }
        return answer(address, true).map(logins -> new Speech(true, logins));
    }

    private static Optional<List<String>> answer(InetSocketAddress address, boolean tls) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address, TIMEOUT_MILLIS);
            try (Socket speaking = tls ? encrypted(socket, address) : socket) {
                return handshake(speaking);
            }
        } catch (IOException | GeneralSecurityException e) {
            return Optional.empty(); // Safe: not being understood is the answer, and the caller reports it.
        }
    }

    /** Nothing is confided to the other side, so it may be anybody. */
    private static Socket encrypted(Socket socket, InetSocketAddress address)
            throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustsAnybody()}, null);
        SSLSocket encrypted = (SSLSocket)
                context.getSocketFactory().createSocket(socket, address.getHostString(), address.getPort(), true);
        encrypted.startHandshake();
        return encrypted;
    }

    private static Optional<List<String>> handshake(Socket socket) throws IOException {
        byte[] client = "carillon-doctor".getBytes(StandardCharsets.UTF_8);
        byte[] mechanism = "NONE".getBytes(StandardCharsets.UTF_8);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(2 + 2 + 4 + 2 + client.length + 2 + mechanism.length);
        out.writeShort(SASL_HANDSHAKE);
        out.writeShort(1);
        out.writeInt(CORRELATION);
        out.writeShort(client.length);
        out.write(client);
        out.writeShort(mechanism.length);
        out.write(mechanism);
        out.flush();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int length = in.readInt();
        if (length < 4 + 2 || length > LONGEST_ANSWER || in.readInt() != CORRELATION) {
            return Optional.empty();
        }
        int code = in.readShort();
        if (code == ILLEGAL_SASL_STATE) {
            return Optional.of(List.of());
        }
        return code == UNSUPPORTED_MECHANISM ? Optional.of(mechanisms(in)) : Optional.empty();
    }

    private static List<String> mechanisms(DataInputStream in) throws IOException {
        List<String> mechanisms = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < Math.min(count, MOST_MECHANISMS); i++) {
            byte[] name = new byte[in.readShort()];
            in.readFully(name);
            mechanisms.add(new String(name, StandardCharsets.UTF_8));
        }
        return mechanisms;
    }

    private static final class TrustsAnybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {
            // Nobody logs in here.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            // Whoever it is, only the kind of listener is asked.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
