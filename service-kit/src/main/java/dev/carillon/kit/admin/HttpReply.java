package dev.carillon.kit.admin;

/** The reply of a page. */
record HttpReply(int status, String contentType, String body) {
    static HttpReply text(int status, String body) {
        return new HttpReply(status, "text/plain; charset=utf-8", body + "\n");
    }
}
