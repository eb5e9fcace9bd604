package dev.carillon.kit.admin;

/** The result of a health check, with a text for operators. */
public record Health(boolean ok, String words) {
    public static Health good(String words) {
        return new Health(true, words);
    }

    public static Health bad(String words) {
        return new Health(false, words);
    }
}
