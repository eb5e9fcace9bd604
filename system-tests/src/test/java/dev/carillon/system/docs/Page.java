package dev.carillon.system.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fenced blocks of a Markdown page, each with the comment right before it. */
record Page(String name, List<Block> blocks) {
    private static final String FENCE = "```";
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    static Page read(String name) throws IOException {
        return of(name, Files.readAllLines(ROOT.resolve(name)));
    }

    static Page of(String name, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        @Nullable Verdict pending = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("<!--")) {
                StringBuilder comment = new StringBuilder(line);
                while (!lines.get(i).contains("-->")) {
                    comment.append(' ').append(lines.get(++i).strip());
                }
                pending = Verdict.of(comment.toString().strip());
            } else if (line.startsWith(FENCE)) {
                int begin = i + 1;
                do {
                    i++;
                } while (!lines.get(i).startsWith(FENCE));
                String text = String.join("\n", lines.subList(begin, i));
                blocks.add(new Block(name, begin, line.substring(FENCE.length()).strip(), text, pending));
                pending = null;
            } else if (!line.isBlank()) {
                pending = null;
            }
        }
        return new Page(name, blocks);
    }

    /** Problems of blocks without a verdict on whether they run or show output. */
    List<String> unjudged() {
        List<String> all = new ArrayList<>();
        boolean ran = false;
        for (Block block : blocks) {
            ran |= block.isShell() && block.is(Verdict.Kind.RUN);
            if (block.isShell() && (block.verdict() == null || block.is(Verdict.Kind.OUTPUT))) {
                all.add(block.where() + ": say in a comment whether this block is run, or why not");
            } else if (block.language().equals("text") && !block.is(Verdict.Kind.OUTPUT)) {
                all.add(block.where() + ": say in a comment that this is the output of the block before it");
            } else if (block.is(Verdict.Kind.OUTPUT) && !ran) {
                all.add(block.where() + ": is output, but nothing ran before it");
            }
        }
        return all;
    }
}
