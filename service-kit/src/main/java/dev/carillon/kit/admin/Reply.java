package dev.carillon.kit.admin;

/** What a page answers. */
record Reply(int status, String contentType, String body) {
    static Reply text(int status, String body) {
        return new Reply(status, "text/plain; charset=utf-8", body + "\n");
    }
}
