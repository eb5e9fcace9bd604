package dev.carillon.schemas.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TaskLifecyclePageTest {
    private static final Path PAGE = Path.of("../docs/task-lifecycle.md");
    private static final Pattern ARROW = Pattern.compile("(?m)^ +(\\S+) --> (\\S+)$");

    @Test
    void theDiagramDrawsTheStateTable() throws IOException {
        Set<String> drawn = new TreeSet<>();
        Matcher arrows = ARROW.matcher(Files.readString(PAGE));
        while (arrows.find()) {
            drawn.add(arrows.group(1) + " " + arrows.group(2));
        }
        Set<String> legal = new TreeSet<>();
        ExecutionState.atBirth().forEach(state -> legal.add("[*] " + state));
        for (ExecutionState state : ExecutionState.values()) {
            state.next().forEach(next -> legal.add(state + " " + next));
            if (state.isFinal()) {
                legal.add(state + " [*]");
            }
        }
        assertThat(drawn).isEqualTo(legal);
    }

    @Test
    void theTableListsTheSame() throws IOException {
        String page = Files.readString(PAGE);
        for (ExecutionState state : ExecutionState.values()) {
            String next = state.isFinal()
                    ? "–"
                    : state.next().stream().map(Enum::name).collect(Collectors.joining(", "));
            assertThat(page).containsPattern("(?m)^\\| " + state + " \\| [^|]+ \\| " + next + " \\|$");
        }
    }

    @Test
    void everyStatusOfAResultIsExplained() throws IOException {
        String page = Files.readString(PAGE);
        String table = page.substring(page.indexOf("| status of a result"), page.indexOf("## The usual names"));
        List<String> explained = Arrays.stream(table.split("\n"))
                .filter(line -> line.startsWith("| ") && !line.startsWith("| status"))
                .flatMap(line -> Arrays.stream(line.split("\\|", -1)[1].trim().split(", ")))
                .toList();
        assertThat(explained)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(ResultStatus.values()).map(Enum::name).toList());
    }

    @Test
    void outcomesAreTheFinalStates() {
        assertThat(Arrays.stream(OutcomeStatus.values()).map(Enum::name))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ExecutionState.values())
                        .filter(ExecutionState::isFinal)
                        .map(Enum::name)
                        .toList());
    }

    @Test
    void everyStateCanBeReachedAndLeavesToAnEnd() {
        Set<ExecutionState> reached = new TreeSet<>(ExecutionState.atBirth());
        for (int i = 0; i < ExecutionState.values().length; i++) {
            Set.copyOf(reached).forEach(state -> reached.addAll(state.next()));
        }
        assertThat(reached).containsExactlyInAnyOrder(ExecutionState.values());
        for (ExecutionState state : ExecutionState.values()) {
            assertThat(state.isFinal() || state.mayBecome(ExecutionState.CANCELLED))
                    .as("%s can be cancelled", state)
                    .isTrue();
            assertThat(state.isFinal() || state.mayBecome(ExecutionState.EXPIRED))
                    .as("%s can expire", state)
                    .isTrue();
        }
    }
}
