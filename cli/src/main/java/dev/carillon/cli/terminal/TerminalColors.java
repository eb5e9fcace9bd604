package dev.carillon.cli.terminal;

/** Adds terminal colours to text if they are on. */
public record TerminalColors(boolean on) {
    private static final String RESET = "\u001b[0m";

    public String good(String text) {
        return with("\u001b[32m", text);
    }

    public String bad(String text) {
        return with("\u001b[31m", text);
    }

    public String warning(String text) {
        return with("\u001b[33m", text);
    }

    public String strong(String text) {
        return with("\u001b[1m", text);
    }

    public String faint(String text) {
        return with("\u001b[2m", text);
    }

    private String with(String colour, String text) {
        return on ? colour + text + RESET : text;
    }
}
