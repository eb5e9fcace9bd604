package dev.carillon.kit.config;

import java.util.Locale;

/** Derives the environment variable that sets a key. */
public final class EnvironmentNames {
    public static final String PREFIX = "CARILLON_";

    private EnvironmentNames() {}

    public static String of(String key) {
        return PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
