package dev.carillon.cli.frame;

import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file, or standard input for {@code -}, up to a limit. */
public record InputText(Terminal terminal) {
    public static final int MAX_BYTES = 10_000_000;

    /** Editors on Windows put it at the beginning of a file. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    public String read(String option, String name) {
        try {
            byte[] bytes = name.equals("-") ? readStream(terminal.in()) : readFile(terminal.resolve(name));
            if (bytes.length > MAX_BYTES) {
                throw new ContractException(
                        ErrorCode.PAYLOAD_TOO_LARGE,
                        option,
                        shown(name) + " has more than " + MAX_BYTES + " bytes",
                        "split it");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new CliException(
                    CliProblem.BAD_FILE, option + ": " + shown(name) + " is not UTF-8 text; save it as UTF-8", e);
        } catch (IOException e) {
            throw new CliException(CliProblem.BAD_FILE, option + ": " + shown(name) + " can't be read: " + e, e);
        }
    }

    private static byte[] readFile(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new CliException(CliProblem.NO_SUCH_FILE, "there is no file " + file + "; check the path");
        }
        if (Files.isDirectory(file)) {
            throw new CliException(CliProblem.BAD_FILE, file + " is a directory; name a file in it");
        }
        try (InputStream stream = Files.newInputStream(file)) {
            return readStream(stream);
        }
    }

    private static byte[] readStream(InputStream stream) throws IOException {
        return stream.readNBytes(MAX_BYTES + 1);
    }

    private static String shown(String name) {
        return name.equals("-") ? "standard input" : name;
    }
}
