package dev.carillon.kit.kafka;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.config.problem.Contradictions;
import dev.carillon.kit.tls.StoreType;
import dev.carillon.kit.tls.TlsFiles;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.SslConfigs;
import org.jspecify.annotations.Nullable;

/** The certificates with which brokers and this client prove who they are. */
public record KafkaTls(
        @Key(
                name = "kafka.tls.ca-file",
                min = "1",
                max = "1000",
                reason = "the authorities whose signature makes a broker trusted: a PEM file, or a store ending in .jks"
                        + " or .p12; not set = those that Java trusts")
        @Nullable
        Path caFile,

        @Key(
                name = "kafka.tls.ca-password",
                min = "1",
                max = "1000",
                secret = true,
                reason = "the password of kafka.tls.ca-file, if that is a store")
        @Nullable
        String caPassword,

        @Key(
                name = "kafka.tls.certificate-file",
                min = "1",
                max = "1000",
                reason = "the certificate that identifies this process to brokers: a PEM file, or a store ending in"
                        + " .jks or .p12 with its key")
        @Nullable
        Path certificateFile,

        @Key(
                name = "kafka.tls.key-file",
                min = "1",
                max = "1000",
                reason = "the private key of kafka.tls.certificate-file, in PEM, if it is not in that file")
        @Nullable
        Path keyFile,

        @Key(
                name = "kafka.tls.key-password",
                min = "1",
                max = "1000",
                secret = true,
                reason = "the password of the private key, or of the store that it is in")
        @Nullable
        String keyPassword,

        @Key(
                name = "kafka.tls.check-host-name",
                byDefault = "true",
                reason = "whether a broker's certificate has to name the host that is called; if false, the certificate"
                        + " of any trusted host is accepted")
        boolean checkHostName) {

    static final KafkaTls DEFAULT = new KafkaTls(null, null, null, null, null, true);

    public KafkaTls {
        Contradictions all = new Contradictions();
        new TlsFiles("kafka.tls.", caFile, caPassword, certificateFile, keyFile, keyPassword).check(all);
        all.check();
    }

    boolean isSet() {
        return !equals(DEFAULT);
    }

    /** One of the settings that are set, for messages. */
    String firstSet() {
        return caFile != null
                ? "kafka.tls.ca-file"
                : certificateFile != null ? "kafka.tls.certificate-file" : "kafka.tls.check-host-name";
    }

    void putInto(Map<String, Object> all) {
        all.put(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG, checkHostName ? "https" : "");
        if (caFile != null) {
            all.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, StoreType.of(caFile).name());
            all.put(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, caFile.toString());
            putIfSet(all, SslConfigs.SSL_TRUSTSTORE_PASSWORD_CONFIG, caPassword);
        }
        if (certificateFile != null) {
            StoreType type = StoreType.of(certificateFile);
            all.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, type.name());
            if (keyFile != null) {
                all.put(SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG, TlsFiles.textOf(certificateFile));
                all.put(SslConfigs.SSL_KEYSTORE_KEY_CONFIG, TlsFiles.textOf(keyFile));
            } else {
                all.put(SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG, certificateFile.toString());
            }
            if (type != StoreType.PEM) {
                putIfSet(all, SslConfigs.SSL_KEYSTORE_PASSWORD_CONFIG, keyPassword);
            }
            putIfSet(all, SslConfigs.SSL_KEY_PASSWORD_CONFIG, keyPassword);
        }
    }

    private static void putIfSet(Map<String, Object> all, String key, @Nullable String value) {
        if (value != null) {
            all.put(key, value);
        }
    }

    /** Without the secrets, as records are printed into logs. */
    @Override
    public String toString() {
        return "KafkaTls[caFile=" + caFile + ", certificateFile=" + certificateFile + ", keyFile=" + keyFile
                + ", checkHostName=" + checkHostName + "]";
    }
}
