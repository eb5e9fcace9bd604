package dev.carillon.cli.doctor.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.doctor.source.ProtocolProbe.Speech;
import dev.carillon.cli.doctor.source.TcpProbe.Ring;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners that answer as a test wants, and what is found out about them. */
@Timeout(30)
final class ProtocolProbeTest {
    private static final int NO_SASL = 34;
    private static final int UNKNOWN_MECHANISM = 33;

    private final ServerSocket server;

    ProtocolProbeTest() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private interface Answer {
        /** The bytes after the length, for a request with this correlation id. */
        void write(DataOutputStream out, int correlation) throws IOException;
    }

    /** Answers each connection and closes it; what is no request of Kafka is not answered. */
    private Optional<Speech> probed(Answer answer) {
        Thread answering = new Thread(() -> serve(answer), "listener");
        answering.setDaemon(true);
        answering.start();
        return ProtocolProbe.probe(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
    }

    private void serve(Answer answer) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                int length = in.readInt();
                if (length < 0 || length > 1_000) {
                    continue; // The greeting of TLS, read as a length.
                }
                byte[] request = in.readNBytes(length);
                int correlation = new DataInputStream(new ByteArrayInputStream(request, 4, 4)).readInt();
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                answer.write(new DataOutputStream(body), correlation);
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                out.writeInt(body.size());
                out.write(body.toByteArray());
                out.flush();
            } catch (IOException e) {
                // The test has closed the listener, or the probe its connection.
            }
        }
    }

    @Test
    void aListenerWithoutSaslHasNoLogins() {
        assertThat(probed((out, correlation) -> {
                    out.writeInt(correlation);
                    out.writeShort(NO_SASL);
                    out.writeInt(0);
                }))
                .contains(new Speech(false, List.of()));
    }

    @Test
    void aListenerWithSaslNamesItsLogins() {
        assertThat(probed((out, correlation) -> {
                    out.writeInt(correlation);
                    out.writeShort(UNKNOWN_MECHANISM);
                    out.writeInt(2);
                    for (String login : new String[] {"SCRAM-SHA-512", "PLAIN"}) {
                        out.writeShort(login.length());
                        out.write(login.getBytes(StandardCharsets.UTF_8));
                    }
                }))
                .contains(new Speech(false, List.of("SCRAM-SHA-512", "PLAIN")));
    }

    /** An answer to another request, another error, or one that ends too early. */
    @ParameterizedTest
    @CsvSource({"1, 34, 0", "0, 0, 0", "0, 58, 0"})
    void anotherAnswerIsNoKafka(int otherCorrelation, int code, int rest) {
        assertThat(probed((out, correlation) -> {
                    out.writeInt(correlation + otherCorrelation);
                    out.writeShort(code);
                    out.writeInt(rest);
                }))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -32_768, 32_767})
    void aNameOfImpossibleLengthIsNoKafka(int length) {
        assertThat(probed((out, correlation) -> {
                    out.writeInt(correlation);
                    out.writeShort(UNKNOWN_MECHANISM);
                    out.writeInt(1);
                    out.writeShort(length);
                }))
                .isEmpty();
    }

    @Test
    void anHttpServerIsNoKafka() {
        assertThat(probed((out, correlation) ->
                        out.write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII))))
                .isEmpty();
    }

    @Test
    void aListenerThatHangsUpIsNoKafka() {
        assertThat(probed((out, correlation) -> {
                    throw new IOException("hang up");
                }))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nonsense", "", ":9092", "host:", "host:0", "host:65536", "host:many", "host:-1", "host:9092x"})
    void anAddressWithoutHostOrPortIsNone(String address) {
        assertThat(TcpProbe.connect(address, -1).outcome()).isEqualTo(Ring.NO_ADDRESS);
    }

    @Test
    void anOpenPortIsFoundByAddressWithOrWithoutPort() {
        String host = server.getInetAddress().getHostAddress();
        assertThat(TcpProbe.connect(host + ":" + server.getLocalPort(), -1).outcome())
                .isEqualTo(Ring.OPENED);
        assertThat(TcpProbe.connect(host, server.getLocalPort()).outcome()).isEqualTo(Ring.OPENED);
    }

    @Test
    void aClosedPortIsRefusedWithTheMessageOfTheSystem() throws IOException {
        int port = server.getLocalPort();
        server.close();
        TcpProbe.Rung refused = TcpProbe.connect("127.0.0.1:" + port, -1);
        assertThat(refused.outcome()).isEqualTo(Ring.REFUSED);
        assertThat(refused.message()).isNotBlank();
    }

    @Test
    void aNameThatCanNotExistIsNotResolved() {
        assertThat(TcpProbe.connect("no..host:9092", -1).outcome()).isEqualTo(Ring.NAME_UNKNOWN);
    }
}
