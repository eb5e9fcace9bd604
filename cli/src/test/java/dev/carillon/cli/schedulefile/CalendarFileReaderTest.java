package dev.carillon.cli.schedulefile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.schedule.Calendar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CalendarFileReaderTest {
    private static List<String> names(String text) {
        List<FileProblem> problems = new ArrayList<>();
        List<Calendar> read = CalendarFileReader.read("days.yaml", text, new HashMap<>(), problems);
        assertThat(problems).isEmpty();
        return read.stream().map(Calendar::name).toList();
    }

    private static List<String> problems(String text) {
        List<FileProblem> problems = new ArrayList<>();
        CalendarFileReader.read("days.yaml", text, new HashMap<>(), problems);
        return problems.stream().map(FileProblem::oneLine).toList();
    }

    @Test
    void oneAListAndSeveralDocumentsAreRead() {
        assertThat(names("name: a\nexclude: [2026-12-25]\n")).containsExactly("a");
        assertThat(names("- name: a\n- name: b\n")).containsExactly("a", "b");
        assertThat(names("{\"name\":\"a\"}\n{\"name\":\"b\"}\r\n")).containsExactly("a", "b");
        assertThat(names("name: a\n---\n---\n[{name: b}]\n")).containsExactly("a", "b");
    }

    @Test
    void anEmptyFileIsAMistakeOfItsOwn() {
        assertThat(problems("# none yet\n"))
                .containsExactly(
                        "days.yaml:1:1: holds no calendar; write lines like  name: business-days [MISSING_FIELD]");
        assertThat(problems("[]")).singleElement().asString().contains("holds no calendar");
    }

    @Test
    void anEarlierFileWithMistakesDoesNotHideThatThisOneIsEmpty() {
        List<FileProblem> problems = new ArrayList<>();
        CalendarFileReader.read("first.yaml", "nmae: a\n", new HashMap<>(), problems);
        int before = problems.size();
        CalendarFileReader.read("second.yaml", "", new HashMap<>(), problems);
        assertThat(problems.subList(before, problems.size()))
                .singleElement()
                .satisfies(problem -> assertThat(problem.oneLine()).startsWith("second.yaml:1:1: holds no calendar"));
    }

    @Test
    void everyMistakeIsNamedWithItsLine() {
        assertThat(problems("- name: a\n- name: b\n  excluded: [2026-12-25]\n- name: a\n- 5\n"))
                .containsExactly(
                        "days.yaml:3:3: excluded: is not a field of a calendar; did you mean exclude? [UNKNOWN_VALUE]",
                        "days.yaml:4:3: name: a is in the file twice; keep one of the two [DUPLICATE_FIELD]",
                        "days.yaml:5:3: a calendar is fields with values, not \"5\"; write lines like  name:"
                                + " business-days [NOT_AN_OBJECT]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exclude: [2026-02-29] | days.yaml:2:11: exclude[0]",
                "exclude: [2026-12-24, tomorrow] | days.yaml:2:23: exclude[1]",
                "include: 2026-12-25 | days.yaml:2:1: include",
                "weekdays: [monday, someday] | days.yaml:2:",
                "zone: Mars/Base | days.yaml:2:1: zone"
            })
    void aDayOrZoneThatDoesNotExistIsFoundInItsLine(String line, String start) {
        assertThat(problems("name: a\n" + line + "\n"))
                .singleElement()
                .asString()
                .startsWith(start);
    }

    @ParameterizedTest
    @ValueSource(strings = {"name: ''\n", "name: \"a\\nb\"\n", "zone: UTC\n", "name: 5\n", "name: [a]\n"})
    void aCalendarNeedsANameThatItCanBeCalledBy(String text) {
        assertThat(problems(text)).isNotEmpty().allMatch(line -> line.startsWith("days.yaml:1:1: name: "));
    }

    @Test
    void aFileThatIsNoYamlIsOneMistake() {
        assertThat(problems("name: a\n\tzone: UTC\n"))
                .singleElement()
                .asString()
                .startsWith("days.yaml:2:1: is not valid");
    }
}
