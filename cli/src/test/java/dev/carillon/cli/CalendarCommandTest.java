package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.trigger.AuditEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CalendarCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    @BeforeEach
    void begin() {
        system = new WrittenSystem(directory);
        system.at("06:00:00");
    }

    @Test
    void aCalendarIsAppliedListedPrintedAndDeleted() throws IOException {
        String file = file("""
            name: business-days
            weekdays: [mon-fri]
            exclude:
              - 2026-12-24..2027-01-01
              - --05-01
            ---
            name: other
            """);

        assertThat(system.run("calendar", "apply", "-f", file).lines())
                .containsExactly("business-days created", "other created");
        assertThat(system.run("calendar", "apply", "-f", file).lines())
                .containsExactly("business-days changed", "other changed");
        assertThat(system.run("calendar", "list").lines())
                .anySatisfy(line -> assertThat(line).contains("business-days", "mon-fri", "2"));
        assertThat(system.run("calendar", "get", "business-days", "-o", "json").lines())
                .containsExactly(
                        "{\"v\":1,\"name\":\"business-days\",\"exclude\":[\"2026-12-24..2027-01-01\",\"--05-01\"],"
                                + "\"weekdays\":[\"mon-fri\"]}");

        assertThat(system.run("calendar", "delete", "other").lines()).containsExactly("other deleted");
        assertThat(system.run("calendar", "get", "other").code()).isEqualTo(3);
    }

    @Test
    void whoeverChangesACalendarStandsInAudit() throws IOException {
        system.cli.environment.put("USER", "ann");
        String file = file("{name: days, weekdays: [mon-fri]}");
        system.run("calendar", "apply", "-f", file, "--dry-run");
        system.run("calendar", "apply", "-f", file);
        system.run("calendar", "delete", "days");

        List<AuditEntry> entries = system.cli.log.all(NAMES.audit()).stream()
                .map(record -> record.read(Kind.AUDIT_ENTRY::ifReadable).orElseThrow())
                .toList();
        assertThat(entries).extracting(AuditEntry::action).containsExactly("apply-calendar", "delete-calendar");
        assertThat(entries).extracting(AuditEntry::by).containsOnly("ann");
        assertThat(entries.get(1).before()).isEqualTo(entries.get(0).after());
    }

    @Test
    void nothingIsAppliedIfAnythingIsWrong() throws IOException {
        Ran ran = system.run("calendar", "apply", "-f", file("""
            - name: good
            - name: bad
              exclude: [2026-02-30]
            - name: strange
              weekday: [mon]
            """));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .contains("exclude[0]", "BAD_DATE", "did you mean weekdays?", "nothing was applied: 2 problems");
        assertThat(system.run("calendar", "list").lines())
                .containsExactly("no calendars yet; create one with: carillon calendar apply -f FILE");
    }

    private String file(String text) throws IOException {
        return Files.writeString(directory.resolve("calendars.yaml"), text).toString();
    }
}
