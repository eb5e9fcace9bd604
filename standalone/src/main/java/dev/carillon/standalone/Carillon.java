package dev.carillon.standalone;

import java.lang.reflect.InvocationTargetException;

/**
 * The main class. It is compiled for Java 8 and refers to no other class of Carillon, so that an older JVM can load it
 * and print which Java is needed.
 */
public final class Carillon {
    private static final int NEEDED = 17;
    private static final int USAGE = 2;

    private Carillon() {}

    public static void main(String[] args) throws Throwable {
        String version = System.getProperty("java.specification.version");
        if (!isEnough(version)) {
            System.err.println(tooOld(version, System.getProperty("java.home")));
            System.exit(USAGE);
        }
        try {
            Class.forName("dev.carillon.standalone.program.ProcessMain")
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
            return false; // An unknown form of version is refused, as it would crash below.
        }
    }

    static String tooOld(String version, String home) {
        return "carillon: this is Java " + version + " (" + home + "), but Carillon needs Java " + NEEDED
                + " or newer; point JAVA_HOME at one [JAVA_TOO_OLD]";
    }
}
