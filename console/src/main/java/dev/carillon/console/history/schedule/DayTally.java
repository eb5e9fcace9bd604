package dev.carillon.console.history.schedule;

import java.time.LocalDate;

/** How the runs of a day ended; {@code skipped} counts ticks. */
public record DayTally(LocalDate day, long succeeded, long failed, long other, long skipped, long open) {}
