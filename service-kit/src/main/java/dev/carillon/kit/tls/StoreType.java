package dev.carillon.kit.tls;

import java.nio.file.Path;
import java.util.Locale;

/** The formats of files with certificates and keys, by the extension of their names. */
public enum StoreType {
    /** Text between BEGIN and END lines; the default for other extensions. */
    PEM,
    JKS,
    PKCS12;

    public static StoreType of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".jks")) {
            return JKS;
        }
        return name.endsWith(".p12") || name.endsWith(".pfx") || name.endsWith(".pkcs12") ? PKCS12 : PEM;
    }
}
