package dev.carillon.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckoutTest {
    private static final String COMMIT = "58d09231981b7e92d711092520e6c2c21f400396";

    private final Path root;

    CheckoutTest(@TempDir Path root) {
        this.root = root;
    }

    @Test
    void theCommitOfABranchIsFoundLooseOrPacked() throws IOException {
        write(".git/HEAD", "ref: refs/heads/main\n");
        write(".git/packed-refs", "# pack-refs with: peeled\n" + COMMIT + " refs/heads/main\n");
        assertThat(Checkout.commit(root)).contains(COMMIT);

        write(".git/refs/heads/main", "0123\n");
        assertThat(Checkout.commit(root)).contains("0123");
    }

    @Test
    void theCommitOfAWorktreeIsFoundWhereItsBranchesAre() throws IOException {
        write("tree/.git", "gitdir: " + root.resolve("main/.git/worktrees/tree") + "\n");
        write("main/.git/worktrees/tree/HEAD", "ref: refs/heads/other\n");
        write("main/.git/worktrees/tree/commondir", "../..\n");
        write("main/.git/refs/heads/other", COMMIT + "\n");

        assertThat(Checkout.commit(root.resolve("tree"))).contains(COMMIT);
    }

    @Test
    void aCommitThatIsOnNoBranchIsItsOwnName() throws IOException {
        write(".git/HEAD", COMMIT + "\n");

        assertThat(Checkout.commit(root)).contains(COMMIT);
    }

    @Test
    void sourcesWithoutGitHaveNone() throws IOException {
        assertThat(Checkout.commit(root)).isEmpty();
        write(".git", "x");
        assertThat(Checkout.commit(root)).isEmpty();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
