package dev.carillon.benchmarks.frame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads which commit is checked out from git's files: a machine that only measures may not have git. */
final class Checkout {
    private static final String LINK = "gitdir: ";
    private static final String REFERENCE = "ref: ";

    private Checkout() {}

    /** The commit of the checkout in that directory, if there is one. */
    static Optional<String> commit(Path root) {
        try {
            Path own = root.resolve(".git");
            if (Files.isRegularFile(own)) {
                own = root.resolve(line(own).substring(LINK.length()));
            }
            Path common = own.resolve("commondir");
            Path shared = Files.exists(common) ? own.resolve(line(common)) : own;
            String head = line(own.resolve("HEAD"));
            return head.startsWith(REFERENCE)
                    ? pointedAt(shared, head.substring(REFERENCE.length()))
                    : Optional.of(head);
        } catch (IOException | IndexOutOfBoundsException e) {
            return Optional.empty(); // The directory is an archive of the sources, or has an unknown format of git.
        }
    }

    private static Optional<String> pointedAt(Path shared, String reference) throws IOException {
        Path loose = shared.resolve(reference);
        if (Files.exists(loose)) {
            return Optional.of(line(loose));
        }
        List<String> packed = Files.readAllLines(shared.resolve("packed-refs"), StandardCharsets.UTF_8);
        return packed.stream()
                .filter(line -> line.endsWith(" " + reference))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .findFirst();
    }

    private static String line(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8).strip();
    }
}
