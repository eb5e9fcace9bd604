package dev.carillon.kit.config;

import java.util.Locale;

/** The mechanical way from a key to the environment variable that sets it. */
public final class EnvironmentNames {
    public static final String PREFIX = "CARILLON_";

    private EnvironmentNames() {}

    public static String of(String key) {
        return PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
