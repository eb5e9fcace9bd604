package dev.carillon.kit.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A self-signed certificate for 127.0.0.1 and localhost, created with the running Java's keytool.
 *
 * @param store both, as PKCS12
 * @param certificate the certificate alone, as PEM; clients that trust it trust no other
 * @param key the private key alone, as PEM
 * @param both certificate and key in one PEM file
 */
public record ShellCertificates(Path store, String password, Path certificate, Path key, Path both) {
    private static final String PASSWORD = "of-the-store";

    /** Takes a second or so. */
    public static ShellCertificates make(Path folder, String name) {
        try {
            Path store = folder.resolve(name + ".p12");
            keytool(store, name);
            KeyStore read = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                read.load(in, PASSWORD.toCharArray());
            }
            Key secret = read.getKey(name, PASSWORD.toCharArray());
            String certificate = pem("CERTIFICATE", read.getCertificate(name).getEncoded());
            String key = pem("PRIVATE KEY", secret.getEncoded());
            return new ShellCertificates(
                    store,
                    PASSWORD,
                    Files.writeString(folder.resolve(name + ".crt"), certificate),
                    Files.writeString(folder.resolve(name + ".key"), key),
                    Files.writeString(folder.resolve(name + ".pem"), certificate + key));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void keytool(Path store, String name) throws IOException, InterruptedException {
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        name,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-validity",
                        "2")
                .redirectErrorStream(true)
                .start();
        String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (made.waitFor() != 0) {
            throw new IllegalStateException("keytool failed: " + said);
        }
    }

    private static String pem(String what, byte[] encoded) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
    }
}
