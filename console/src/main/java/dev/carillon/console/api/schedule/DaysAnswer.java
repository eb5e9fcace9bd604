package dev.carillon.console.api.schedule;

import dev.carillon.console.history.schedule.DayTally;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** How a schedule's runs ended on each day, as JSON. */
record DaysAnswer(LocalDate from, LocalDate to, ZoneId zone, List<Day> items) {
    /** One day. */
    record Day(LocalDate day, long succeeded, long failed, long other, long skipped, long open) {}

    static DaysAnswer of(LocalDate from, LocalDate to, ZoneId zone, List<DayTally> days) {
        List<Day> items = days.stream()
                .map(day -> new Day(day.day(), day.succeeded(), day.failed(), day.other(), day.skipped(), day.open()))
                .toList();
        return new DaysAnswer(from, to, zone, items);
    }
}
