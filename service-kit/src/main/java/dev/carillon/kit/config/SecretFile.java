package dev.carillon.kit.config;

import dev.carillon.kit.config.problem.ConfigProblem;
import dev.carillon.kit.config.problem.UnusableSource;
import dev.carillon.kit.errors.KitErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads a file that holds one secret, as orchestrators mount it for a process. */
final class SecretFile {
    private static final int LARGEST = 65_536;

    private SecretFile() {}

    /** The file's text without one newline at its end, which editors and {@code echo} add. */
    static ConfigValue content(ConfigValue named) throws UnusableSource {
        Path path = path(named);
        String text = read(named, path);
        if (text.endsWith("\n")) {
            text = text.substring(0, text.length() - (text.endsWith("\r\n") ? 2 : 1));
        }
        if (text.isEmpty()) {
            throw unusable(named, path, "the file is empty", "Write the secret into it");
        }
        return ConfigValue.of(named.key(), text, "file " + path + ", named by " + named.origin());
    }

    private static Path path(ConfigValue named) throws UnusableSource {
        try {
            Path path = Path.of(named.text());
            Path folder = path.getParent();
            if (Files.exists(path)) {
                return path;
            }
            if (folder != null && Files.isDirectory(folder)) {
                throw unusable(named, path, "the file does not exist", "Name the file that holds the secret");
            }
        } catch (InvalidPathException e) {
            // Reported below, without the text.
        }
        throw new UnusableSource(new ConfigProblem(
                named.key(),
                "", // It may be the secret itself, set under the wrong name.
                named.origin(),
                "it names no file in a folder that exists",
                "Name the file that holds the secret; the secret itself is set without -file or _FILE",
                KitErrorCode.CONFIG_UNREADABLE));
    }

    private static String read(ConfigValue named, Path path) throws UnusableSource {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw unusable(
                        named, path, "the file is larger than " + LARGEST + " bytes", "Name a file with one secret");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw unusable(named, path, "the file is not UTF-8 text", "Save it as UTF-8");
        } catch (IOException e) {
            throw unusable(
                    named,
                    path,
                    "the file can't be read (" + e.getClass().getSimpleName() + ")",
                    "Let the user of this process read it");
        }
    }

    private static UnusableSource unusable(ConfigValue named, Path path, String problem, String fix) {
        return new UnusableSource(new ConfigProblem(
                named.key(), path.toString(), named.origin(), problem, fix, KitErrorCode.CONFIG_UNREADABLE));
    }
}
