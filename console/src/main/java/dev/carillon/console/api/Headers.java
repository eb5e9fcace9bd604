package dev.carillon.console.api;

import java.util.Map;

/** Headers of every response, refusals included. */
final class Headers {
    /**
     * Only the console's own files may run or be shown, and no other page may frame them, so that text written by users
     * can't run as a script. The page may connect to the console only.
     */
    static final Map<String, String> ALWAYS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                    + "font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Permissions-Policy",
            "camera=(), geolocation=(), microphone=()");

    /** {@link #NOT_KEPT} unless a handler sets another value. */
    static final String CACHE_CONTROL = "Cache-Control";

    static final String NOT_KEPT = "no-store";

    private Headers() {}
}
