package dev.carillon.trigger.leadership;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.config.problem.Contradictions;
import dev.carillon.kit.tls.TlsFiles;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The encryption of the connection to ZooKeeper, and the login that protects the leader's nodes. */
public record ZookeeperSecurity(
        @Key(
                name = "trigger.zookeeper-username",
                min = "1",
                max = "200",
                reason = "with it, only clients with this name and password can read or change the leader's nodes")
        @Nullable
        String username,

        @Key(
                name = "trigger.zookeeper-password",
                min = "1",
                max = "1000",
                secret = true,
                reason = "the password of trigger.zookeeper-username; all triggers of a namespace have the same")
        @Nullable
        String password,

        @Key(
                name = "trigger.zookeeper-tls.ca-file",
                min = "1",
                max = "1000",
                reason = "turns TLS on, and has the authorities that sign trusted servers: a PEM file, or a store"
                        + " ending in .jks or .p12")
        @Nullable
        Path caFile,

        @Key(
                name = "trigger.zookeeper-tls.ca-password",
                min = "1",
                max = "1000",
                secret = true,
                reason = "opens trigger.zookeeper-tls.ca-file if that is a store")
        @Nullable
        String caPassword,

        @Key(
                name = "trigger.zookeeper-tls.certificate-file",
                min = "1",
                max = "1000",
                reason = "identifies the trigger to servers: a PEM file with certificate and key, or a store with both")
        @Nullable
        Path certificateFile,

        @Key(
                name = "trigger.zookeeper-tls.key-password",
                min = "1",
                max = "1000",
                secret = true,
                reason = "opens the trigger's private key, or the store that it is in")
        @Nullable
        String keyPassword,

        @Key(
                name = "trigger.zookeeper-tls.check-host-name",
                byDefault = "true",
                reason = "whether a server's certificate has to name the host that the trigger connects to")
        boolean checkHostName) {

    /** No login and no encryption, as with a fresh ZooKeeper. */
    public static final ZookeeperSecurity NONE = new ZookeeperSecurity(null, null, null, null, null, null, true);

    public ZookeeperSecurity {
        Contradictions all = new Contradictions();
        all.when(
                        (username == null) != (password == null),
                        List.of("trigger.zookeeper-username", "trigger.zookeeper-password"),
                        "they are needed together, and "
                                + (username == null ? "trigger.zookeeper-username" : "trigger.zookeeper-password")
                                + " is not set",
                        "Set both or none")
                .when(
                        username != null && username.indexOf(':') >= 0,
                        List.of("trigger.zookeeper-username"),
                        "has a colon, which ends a name for ZooKeeper",
                        "Choose a name without a colon")
                .when(
                        caFile == null && certificateFile != null,
                        List.of("trigger.zookeeper-tls.certificate-file", "trigger.zookeeper-tls.ca-file"),
                        "there is a certificate, but TLS is off",
                        "Set trigger.zookeeper-tls.ca-file too, which turns TLS on")
                .when(
                        caFile == null && !checkHostName,
                        List.of("trigger.zookeeper-tls.check-host-name", "trigger.zookeeper-tls.ca-file"),
                        "there is a TLS setting, but TLS is off",
                        "Set trigger.zookeeper-tls.ca-file too, which turns TLS on");
        new TlsFiles("trigger.zookeeper-tls.", caFile, caPassword, certificateFile, null, keyPassword).check(all);
        all.check();
    }

    boolean hasLogin() {
        return username != null;
    }

    boolean encrypts() {
        return caFile != null;
    }

    /** Without the secrets: records print themselves into logs. */
    @Override
    public String toString() {
        return "ZookeeperSecurity[username=" + username + ", caFile=" + caFile + ", certificateFile=" + certificateFile
                + ", checkHostName=" + checkHostName + "]";
    }
}
