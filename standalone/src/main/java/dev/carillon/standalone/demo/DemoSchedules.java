package dev.carillon.standalone.demo;

import dev.carillon.cli.schedulefile.ScheduleFile;
import dev.carillon.cli.schedulefile.ScheduleFile.LocatedSchedule;
import dev.carillon.cli.schedulefile.ScheduleFileReader;
import dev.carillon.schemas.schedule.Schedule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/** The example schedules, read from the same kind of file that a user writes. */
final class DemoSchedules {
    private static final String FILE = "demo-schedules.yaml";
    /** Soon for a user who is watching, but after the trigger has read the schedules. */
    private static final Duration FIRST_AFTER = Duration.ofSeconds(2);

    private DemoSchedules() {}

    static List<Schedule> from(Instant now) {
        Instant first = now.plus(FIRST_AFTER).truncatedTo(ChronoUnit.SECONDS);
        ScheduleFile file = ScheduleFileReader.read(FILE, text().replace("FIRST", first.toString()), schedule -> {});
        if (!file.problems().isEmpty()) {
            throw new IllegalStateException("the demo's example schedules are invalid: " + file.problems());
        }
        return file.schedules().stream().map(LocatedSchedule::schedule).toList();
    }

    private static String text() {
        try (InputStream stream = Objects.requireNonNull(DemoSchedules.class.getResourceAsStream(FILE), FILE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
