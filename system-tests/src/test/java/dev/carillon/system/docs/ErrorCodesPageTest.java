package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.console.history.HistoryProblem;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.embedded.EmbeddedClusterException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.error.ProblemCode;
import dev.carillon.worker.handler.HandlerProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/error-codes.md} with the meanings and fixes of all codes. */
final class ErrorCodesPageTest {
    private static final Pattern CODE_LIKE = Pattern.compile("\"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\"");
    private static final Pattern ENUM = Pattern.compile("\\benum (\\w+)");
    /** Enums with such names have codes that users see. */
    private static final Pattern CALLED_A_CODE = Pattern.compile(".*(?:Code|Problem|Failure)");
    /** Words in capitals that are environment variables, not codes. */
    private static final Pattern NO_CODE = Pattern.compile("CARILLON_.*|NO_COLOR|LC_ALL|JAVA_.*|XDG_.*");

    /** Where users meet each kind of code. A new enum of codes needs an entry here. */
    private static final Map<Class<?>, String> PLACES = new LinkedHashMap<>();

    static {
        PLACES.put(
                ErrorCode.class,
                "In records: in results and outcomes, in the header `cause` of dead letters, and in messages that"
                        + " refuse input");
        PLACES.put(
                HandlerProblem.class,
                "Of the built-in handlers: in results and outcomes, for `retryOn` and `giveUpOn`");
        PLACES.put(KitErrorCode.class, "Of every service: in its log, at its start, in `/readyz`");
        PLACES.put(ClientProblem.class, "Of the client library and the command line");
        PLACES.put(HistoryProblem.class, "Of the console's history: at its start, in its log, in `/readyz`");
        PLACES.put(ConsoleProblem.class, "Of the console: in the field `code` of a problem that REST answers with");
        PLACES.put(CliProblem.class, "Of the command line alone");
        PLACES.put(EmbeddedClusterException.Problem.class, "Of the embedded cluster (`carillon up`)");
    }

    /** Every enum with codes, or with a name that says so. */
    private static List<Class<?>> enums() throws IOException {
        List<Class<?>> found = new ArrayList<>(PLACES.keySet());
        for (Map.Entry<Path, String> source : GeneratedPage.sources().entrySet()) {
            for (MatchResult declared :
                    ENUM.matcher(source.getValue()).results().toList()) {
                String name = declared.group(1);
                if (source.getValue().contains("String fix()")
                        || CALLED_A_CODE.matcher(name).matches()) {
                    Class<?> kind = GeneratedPage.classIn(source.getKey(), name);
                    if (!found.contains(kind)) {
                        found.add(kind);
                    }
                }
            }
        }
        return found;
    }

    private static List<ProblemCode> codes(Class<?> kind) {
        return Stream.of(kind.getEnumConstants())
                .map(code -> code instanceof EmbeddedClusterException.Problem problem
                        ? new EmbeddedCode(problem.name(), problem.meaning(), problem.fix())
                        : (ProblemCode) code)
                .toList();
    }

    /** The embedded cluster depends on no other module, so its codes are not of the common type. */
    private record EmbeddedCode(String name, String meaning, String fix) implements ProblemCode {}

    @Test
    void thePageSaysWhatTheCodeSays() throws IOException {
        StringBuilder page = new StringBuilder("""
            A code, once released, keeps its meaning for ever: scripts, alerts and retry rules may match on it. It stands
            beside a sentence in words, which may change. The fix is the first thing to try.

            """);
        for (Class<?> kind : enums()) {
            page.append("## ")
                    .append(PLACES.getOrDefault(kind, "TODO " + kind.getName()))
                    .append("\n\n");
            page.append("| code | meaning | fix |\n|---|---|---|\n");
            for (ProblemCode code : codes(kind)) {
                page.append("| `").append(code.name()).append("` | ");
                page.append(GeneratedPage.cell(code.meaning())).append(" | ");
                page.append(GeneratedPage.cell(code.fix())).append(" |\n");
            }
            page.append("\n");
        }
        page.append("## Of `carillon doctor`: one for each thing that can be wrong; the fix, with its command, stands"
                + " beside each finding\n\n| code | how bad | why it matters |\n|---|---|---|\n");
        for (FindingKind trouble : FindingKind.values()) {
            page.append("| `").append(trouble.name()).append("` | ");
            page.append(trouble.severity().name().toLowerCase(Locale.ROOT)).append(" | ");
            page.append(GeneratedPage.cell(trouble.why())).append(" |\n");
        }
        GeneratedPage.compare("error-codes.md", "Error codes", page.toString());
    }

    @Test
    void everyKindOfCodeHasItsPlace() throws IOException {
        assertThat(PLACES.keySet()).containsExactlyInAnyOrderElementsOf(enums());
    }

    @Test
    void everyCodeHasAMeaningAndAFix() throws IOException {
        for (Class<?> kind : enums()) {
            for (ProblemCode code : codes(kind)) {
                assertThat(code.meaning())
                        .as("meaning of " + code.name())
                        .endsWith(".")
                        .hasSizeGreaterThan(15);
                assertThat(code.fix()).as("fix of " + code.name()).endsWith(".").hasSizeGreaterThan(10);
            }
        }
    }

    @Test
    void noCodeStandsInTheSourcesThatThePageDoesNotKnow() throws IOException {
        Set<String> known = new TreeSet<>();
        enums().forEach(kind -> codes(kind).forEach(code -> known.add(code.name())));
        List<String> unknown = new ArrayList<>();
        for (Map.Entry<Path, String> source : GeneratedPage.sources().entrySet()) {
            for (MatchResult found :
                    CODE_LIKE.matcher(source.getValue()).results().toList()) {
                String word = found.group(1);
                if (!known.contains(word) && !NO_CODE.matcher(word).matches()) {
                    unknown.add(GeneratedPage.ROOT.relativize(source.getKey()) + ": " + word);
                }
            }
        }
        assertThat(unknown).as("codes need a constant with meaning and fix").isEmpty();
    }
}
