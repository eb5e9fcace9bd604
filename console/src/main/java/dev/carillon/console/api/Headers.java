package dev.carillon.console.api;

import java.util.Map;

/** The headers that go with every answer, refusals included. */
final class Headers {
    /**
     * Nothing but the console's own files runs or is shown, nothing may frame it, and nothing that a user has written
     * becomes markup. What the page reads, it reads from here.
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

    /** Answers are of this moment, unless whoever gives them says otherwise. */
    static final String CACHE_CONTROL = "Cache-Control";

    static final String NOT_KEPT = "no-store";

    private Headers() {}
}
