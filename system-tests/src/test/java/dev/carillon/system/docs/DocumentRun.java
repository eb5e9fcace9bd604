package dev.carillon.system.docs;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the blocks of pages. Blocks of one terminal run in order, terminals run in parallel. The first block starts the
 * system in the background; the output of background blocks is compared at the end.
 */
final class DocumentRun {
    private static final Logger LOG = LoggerFactory.getLogger(DocumentRun.class);
    /** More would only slow each other down on two cores. */
    private static final int SIDE_BY_SIDE = 3;

    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration STORY_WITHIN = Duration.ofMinutes(1);

    private record Step(Block block, List<Block> outputs) {}

    private final ReadersMachine machine;
    private final Map<String, List<Step>> lanes = new LinkedHashMap<>();
    private final Map<Step, Path> background = Collections.synchronizedMap(new LinkedHashMap<>());
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

    DocumentRun(ReadersMachine machine, List<Page> pages) {
        this.machine = machine;
        pages.forEach(this::plan);
    }

    private void plan(Page page) {
        Step last = null;
        for (Block block : page.blocks()) {
            if (block.isShell() && block.is(Verdict.Kind.RUN)) {
                last = new Step(block, new ArrayList<>());
                lanes.computeIfAbsent(ReadersMachine.laneOf(windowOf(block)), name -> new ArrayList<>())
                        .add(last);
            } else if (block.is(Verdict.Kind.OUTPUT) && last != null) {
                last.outputs().add(block);
            }
        }
    }

    private static String windowOf(Block block) {
        return block.judged().shell(block.page().replaceAll("^.*/|\\.md$", "").toLowerCase(Locale.ROOT));
    }

    /** Runs all blocks and returns the differences from the pages. */
    List<String> failures() throws Exception {
        startSystem();
        ExecutorService terminals = Executors.newFixedThreadPool(SIDE_BY_SIDE);
        try {
            List<Future<?>> all = new ArrayList<>();
            lanes.values().forEach(steps -> all.add(terminals.submit(() -> runLane(steps))));
            for (Future<?> lane : all) {
                lane.get();
            }
        } finally {
            terminals.shutdownNow();
        }
        new LinkedHashMap<>(background).forEach(this::endBackground);
        return failures;
    }

    private void startSystem() throws IOException {
        Step first = lanes.values().iterator().next().remove(0);
        if (!first.block().judged().inBackground()) {
            throw new AssertionError(
                    first.block().where() + ": the first block must start the system in the background");
        }
        TerminalWindow window = machine.window(windowOf(first.block()));
        background.put(
                first,
                machine.up(
                        window, first.block().commands(), first.block().judged().words()));
    }

    private void runLane(List<Step> steps) {
        for (Step step : steps) {
            Deadline took = Deadline.in(LONGEST);
            try {
                runStep(machine.window(windowOf(step.block())), step);
            } catch (Exception | AssertionError e) {
                failures.add(step.block().where() + ": " + e.getMessage());
                return; // Later blocks of this terminal depend on this one.
            } finally {
                LOG.info(
                        "{} took {} ms",
                        step.block().where(),
                        LONGEST.minus(took.remaining()).toMillis());
            }
        }
    }

    private void runStep(TerminalWindow window, Step step) throws Exception {
        Block block = step.block();
        Verdict verdict = block.judged();
        String commands = machine.here(block.commands());
        if (verdict.inBackground()) {
            Path output = window.start(commands);
            background.put(step, output);
            ReadersMachine.awaitWords(output, verdict.words(), Duration.ofSeconds(verdict.withinSeconds()));
            return;
        }
        Deadline deadline = Deadline.in(Duration.ofSeconds(verdict.withinSeconds()));
        String wrong = "";
        do {
            TerminalWindow.Ran ran = window.run(commands, LONGEST);
            wrong = wrong(step, ran);
        } while (!wrong.isEmpty() && verdict.isRepeated() && !deadline.isOver());
        if (!wrong.isEmpty()) {
            failures.add(block.where() + ": " + wrong);
        }
    }

    private static String wrong(Step step, TerminalWindow.Ran ran) {
        String all = String.join("\n", ran.printed());
        Verdict verdict = step.block().judged();
        if (ran.exit() != verdict.exit()) {
            return "ended with " + ran.exit() + " instead of " + verdict.exit() + " and printed:\n" + all;
        }
        for (String word : verdict.words()) {
            if (!all.contains(word)) {
                return "no \"" + word + "\" in:\n" + all;
            }
        }
        for (Block output : step.outputs()) {
            String missing = Shape.firstMissing(output.text(), ran.printed());
            if (!missing.isEmpty()) {
                return output.where() + " shows \"" + missing + "\", which is not in:\n" + all;
            }
        }
        return "";
    }

    private void endBackground(Step step, Path output) {
        try {
            for (Block shown : step.outputs()) {
                Eventually.that("it prints what " + shown.where() + " shows", STORY_WITHIN, () -> Shape.firstMissing(
                                shown.text(), TerminalWindow.read(output))
                        .isEmpty());
            }
            int exit = machine.window(windowOf(step.block())).stop();
            if (exit != step.block().judged().exit()) {
                throw new AssertionError("ended with " + exit);
            }
        } catch (Exception | AssertionError e) {
            failures.add(step.block().where() + ": " + e.getMessage());
        }
        if (failures.stream()
                .anyMatch(failure -> failure.startsWith(step.block().where()))) {
            failures.add(step.block().where() + " printed:\n" + outputText(output));
        }
    }

    private static String outputText(Path output) {
        try {
            return ReadersMachine.text(output);
        } catch (IOException e) {
            return "(the output could not be read: " + e + ")";
        }
    }
}
