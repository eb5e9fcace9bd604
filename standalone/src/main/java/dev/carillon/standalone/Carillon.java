package dev.carillon.standalone;

import java.lang.reflect.InvocationTargetException;

/**
 * The main class. It is compiled for Java 8 and names no other class of ours, so that even a JVM that can't load the
 * rest can say which one is needed.
 */
public final class Carillon {
    private static final int NEEDED = 17;
    private static final int USAGE = 2;

    private Carillon() {}

    public static void main(String[] args) throws Throwable {
        String version = System.getProperty("java.specification.version");
        if (!isEnough(version)) {
            System.err.println(complaint(version, System.getProperty("java.home")));
            System.exit(USAGE);
        }
        try {
            Class.forName("dev.carillon.standalone.cli.Program")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Versions before 9 are spelled 1.8, later ones 17. */
    static boolean isEnough(String version) {
        try {
            return !version.startsWith("1.") && Integer.parseInt(version) >= NEEDED;
        } catch (NumberFormatException e) {
            return false; // A spelling nobody knows yet is better refused than crashed on.
        }
    }

    static String complaint(String version, String home) {
        return "carillon: this is Java " + version + " (" + home + "), but Carillon needs Java " + NEEDED
                + " or newer; point JAVA_HOME at one [JAVA_TOO_OLD]";
    }
}
