package dev.carillon.cli.schedulefile;

import dev.carillon.schemas.schedule.Schedule;
import java.util.List;

/**
 * The content of a file: its schedules if all of them are valid, else every problem.
 *
 * @param schedules in the order of the file; empty if there is any problem
 */
public record ScheduleFile(List<LocatedSchedule> schedules, List<FileProblem> problems) {

    /** A schedule with its place in the file, for error messages. */
    public record LocatedSchedule(Schedule schedule, String file, LocatedDocument document) {
        public FileProblem problem(dev.carillon.schemas.error.ContractException problem) {
            return FileProblem.of(file, document.placeOf(problem.field()), problem);
        }
    }
}
