package dev.carillon.kit.tls;

import java.nio.file.Path;
import java.util.Locale;

/** What kind of file certificates and keys are in, told by the end of its name. */
public enum StoreType {
    /** Text between BEGIN and END lines; every name that says nothing else. */
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
