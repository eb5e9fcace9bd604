package dev.carillon.standalone.cli;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.deadletter.Disposal;
import dev.carillon.client.deadletter.LetterJson;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One command that does something with dead letters: asks before it does much, and says what became of each. */
final class DlqRun {
    private static final int ASKED_FROM = 101;
    private static final int TOLD_EVERY = 1_000;

    private final Sessions sessions;
    private final boolean json;
    private final String done;
    private int doneCount;
    private int refused;
    private @Nullable String lastKey;

    DlqRun(Sessions sessions, boolean json, String done) {
        this.sessions = sessions;
        this.json = json;
        this.done = done;
    }

    /** Who sits at the terminal, as far as that is known. */
    @Nullable
    String who() {
        return sessions.who();
    }

    /** Asks who sits at a terminal; a script has said what it wants. */
    void confirm(int count, boolean yes, String verb) {
        Terminal terminal = sessions.terminal();
        if (yes || count < ASKED_FROM || !terminal.errIsTerminal()) {
            return;
        }
        terminal.tell(verb + " " + count + " dead letters? [y/N]");
        String answer = line(terminal);
        if (!answer.equalsIgnoreCase("y") && !answer.equalsIgnoreCase("yes")) {
            throw new ClientException(ClientProblem.NOT_WRITTEN, "nothing was done; to be asked nothing, say --yes");
        }
    }

    private static String line(Terminal terminal) {
        try {
            String line = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8)).readLine();
            return line == null ? "" : line.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void told(Disposal disposal) {
        Terminal terminal = sessions.terminal();
        if (disposal.refused() == null) {
            doneCount++;
            lastKey = disposal.key();
        } else {
            refused++;
        }
        terminal.say(json ? LetterJson.json(disposal, done).toString() : words(disposal, done));
        if ((doneCount + refused) % TOLD_EVERY == 0) {
            terminal.tell((doneCount + refused) + " dead letters so far …");
        }
    }

    int nothing() {
        sessions.terminal()
                .tell("no dead letter waits that fits; see those that are done with: carillon dlq list --all");
        return ExitCode.DONE;
    }

    int end() {
        Terminal terminal = sessions.terminal();
        if (!json) {
            if (doneCount + refused > 1) {
                terminal.say(done + " " + Texts.count(doneCount, "dead letter", "dead letters")
                        + (refused == 0 ? "" : ", refused " + refused));
            }
            if (lastKey != null) {
                terminal.tell("try: carillon outcomes --key " + lastKey);
            }
        }
        return refused == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static String words(Disposal disposal, String done) {
        String name = disposal.letter().position() + " (" + disposal.letter().key() + ")";
        if (disposal.refused() != null) {
            return "refused " + name + ": " + disposal.refused();
        }
        return done + " " + name + (disposal.key() == null ? "" : " as " + disposal.key());
    }
}
