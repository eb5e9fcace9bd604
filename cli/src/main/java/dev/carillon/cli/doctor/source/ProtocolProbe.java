package dev.carillon.cli.doctor.source;

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
 * Finds out which protocol a listener uses, after Kafka's client failed without saying why. It requests a SASL
 * mechanism that no broker has: a listener without SASL reports that, one with SASL lists its mechanisms, and no login
 * happens.
 */
final class ProtocolProbe {
    private static final int TIMEOUT_MILLIS = 1_000;
    private static final int SASL_HANDSHAKE = 17;
    private static final int UNSUPPORTED_MECHANISM = 33;
    private static final int ILLEGAL_SASL_STATE = 34;
    private static final int CORRELATION = 7_411;
    private static final int LONGEST_ANSWER = 64 * 1024;
    private static final int MOST_MECHANISMS = 100;

    private ProtocolProbe() {}

    /**
     * The protocol of a listener.
     *
     * @param logins the SASL mechanisms that it supports; empty if it has no SASL
     */
    record Speech(boolean tls, List<String> logins) {}

    /** Tries without TLS, then with it; empty if neither gets an answer in the Kafka protocol. */
    static Optional<Speech> probe(InetSocketAddress address) {
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
            try (Socket connection = tls ? encrypted(socket, address) : socket) {
                return handshake(connection);
            }
        } catch (IOException | GeneralSecurityException e) {
            return Optional.empty(); // Safe: the missing answer is the result, and the caller reports it.
        }
    }

    /** Accepts any certificate: the probe sends nothing secret. */
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
            byte[] name = new byte[in.readUnsignedShort()];
            in.readFully(name);
            mechanisms.add(new String(name, StandardCharsets.UTF_8));
        }
        return mechanisms;
    }

    private static final class TrustsAnybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {
            // Never called: this side is the client.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            // Accepts any server: the probe sends nothing secret.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
