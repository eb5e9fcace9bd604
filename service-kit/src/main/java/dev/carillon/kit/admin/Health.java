package dev.carillon.kit.admin;

/** What a health check has found, in words. */
public record Health(boolean ok, String words) {
    public static Health good(String words) {
        return new Health(true, words);
    }

    public static Health bad(String words) {
        return new Health(false, words);
    }
}
