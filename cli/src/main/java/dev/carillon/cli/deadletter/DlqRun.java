package dev.carillon.cli.deadletter;

import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.terminal.ProgressLines;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.deadletter.DeadLetterAnswer;
import dev.carillon.client.deadletter.ReplayResult;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Prints the results of {@code dlq replay} and {@code dlq drop}, and asks before a large replay. */
final class DlqRun {
    private static final int CONFIRMED_FROM = 101;

    private final ClusterSessions sessions;
    private final boolean json;
    private final String done;
    private final ProgressLines progress;
    private int doneCount;
    private int refused;
    private @Nullable String lastKey;

    DlqRun(ClusterSessions sessions, boolean json, String done) {
        this.sessions = sessions;
        this.json = json;
        this.done = done;
        this.progress = sessions.progress();
    }

    /** The user at the terminal; null if not known. */
    @Nullable
    String userName() {
        return sessions.userName();
    }

    /** Asks only at a terminal: a script can't answer. */
    void confirm(int count, boolean yes, String verb) {
        Terminal terminal = sessions.terminal();
        if (yes || count < CONFIRMED_FROM || !terminal.errIsTerminal()) {
            return;
        }
        terminal.printErr(verb + " " + count + " dead letters? [y/N]");
        String answer = line(terminal);
        if (!answer.equalsIgnoreCase("y") && !answer.equalsIgnoreCase("yes")) {
            throw new ClientException(ClientProblem.NOT_WRITTEN, "nothing was done; skip this question with --yes");
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

    void report(ReplayResult result) {
        Terminal terminal = sessions.terminal();
        if (result.refused() == null) {
            doneCount++;
            lastKey = result.key();
        } else {
            refused++;
        }
        terminal.print(json ? Json.answer(DeadLetterAnswer.Handled.of(result, done)) : described(result, done));
        progress.show(() -> (doneCount + refused) + " dead letters");
    }

    boolean hasRefused() {
        return refused > 0;
    }

    int nothing() {
        sessions.terminal()
                .printErr("no unhandled dead letter matches; list all of them with: carillon dlq list --all");
        return ExitCode.DONE;
    }

    int end() {
        Terminal terminal = sessions.terminal();
        if (!json) {
            if (doneCount + refused > 1) {
                terminal.print(done + " " + TextPieces.count(doneCount, "dead letter", "dead letters")
                        + (refused == 0 ? "" : ", refused " + refused));
            }
            if (lastKey != null) {
                terminal.printErr("try: carillon outcomes --key " + lastKey);
            }
        }
        return refused == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static String described(ReplayResult result, String done) {
        String name = result.deadLetter().position() + " ("
                + TextPieces.oneLine(result.deadLetter().key()) + ")";
        if (result.refused() != null) {
            return "refused " + name + ": " + result.refused();
        }
        return done + " " + name + (result.key() == null ? "" : " as " + result.key());
    }
}
