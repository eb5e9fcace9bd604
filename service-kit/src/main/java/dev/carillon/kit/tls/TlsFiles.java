package dev.carillon.kit.tls;

import dev.carillon.kit.config.problem.Contradictions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files with which one side of a TLS connection identifies itself and checks the other side.
 *
 * @param prefix the prefix of their settings, for messages
 * @param ca the trusted authorities; null for those that the JVM trusts
 * @param certificate this side's certificate; it includes the key if {@code key} is null
 * @param key the certificate's key, if the certificate is a PEM file without it
 */
public record TlsFiles(
        String prefix,
        @Nullable Path ca,
        @Nullable String caPassword,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable String keyPassword) {

    private static final long LARGEST = 1_000_000;
    private static final String CERTIFICATE = "-----BEGIN CERTIFICATE-----";
    private static final String ANY_KEY = "PRIVATE KEY-----";

    /** Adds the problems of the files and of their combination. */
    public void check(Contradictions all) {
        all.when(
                        caPassword != null && ca == null,
                        List.of(prefix + "ca-password", prefix + "ca-file"),
                        "there is a password, but no file that it opens",
                        "Set " + prefix + "ca-file or remove " + prefix + "ca-password")
                .when(
                        caPassword != null && ca != null && StoreType.of(ca) == StoreType.PEM,
                        List.of(prefix + "ca-password", prefix + "ca-file"),
                        "certificates in PEM files have no password",
                        "Remove " + prefix + "ca-password; a store's name ends in .jks or .p12")
                .when(
                        key != null && certificate == null,
                        List.of(prefix + "key-file", prefix + "certificate-file"),
                        "there is a key without its certificate",
                        "Set " + prefix + "certificate-file too")
                .when(
                        key != null && certificate != null && StoreType.of(certificate) != StoreType.PEM,
                        List.of(prefix + "key-file", prefix + "certificate-file"),
                        "a store (.jks, .p12) has the key in it",
                        "Remove " + prefix + "key-file")
                .when(
                        keyPassword != null && certificate == null,
                        List.of(prefix + "key-password", prefix + "certificate-file"),
                        "there is a password, but no key that it opens",
                        "Set " + prefix + "certificate-file or remove " + prefix + "key-password");
        file(all, "ca-file", ca, true, false);
        file(all, "certificate-file", certificate, true, key == null);
        file(all, "key-file", key, false, true);
    }

    private void file(Contradictions all, String name, @Nullable Path file, boolean certificateInIt, boolean keyInIt) {
        if (file == null) {
            return;
        }
        List<String> setting = List.of(prefix + name);
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            String problem = Files.exists(file) ? "is not a file that this process can read" : "does not exist";
            all.when(true, setting, problem, "Name an existing file and let the user of this process read it");
            return;
        }
        if (StoreType.of(file) != StoreType.PEM) {
            return;
        }
        String text = textOf(file);
        all.when(
                        certificateInIt && !text.contains(CERTIFICATE),
                        setting,
                        "has no line " + CERTIFICATE,
                        "Name a PEM file with certificates; a store's name ends in .jks or .p12")
                .when(
                        keyInIt && !text.contains(ANY_KEY),
                        setting,
                        "has no private key",
                        "Name the PEM file that has it with " + prefix + "key-file")
                .when(
                        keyInIt && (text.contains("BEGIN RSA PRIVATE KEY") || text.contains("BEGIN EC PRIVATE KEY")),
                        setting,
                        "has its key in the old form of OpenSSL, not in PKCS#8",
                        "Rewrite it with: openssl pkcs8 -topk8 -in OLD -out NEW");
    }

    /** A PEM file's text; unreadable bytes don't matter, as its lines are plain ASCII. */
    public static String textOf(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                return "";
            }
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + file, e);
        }
    }
}
