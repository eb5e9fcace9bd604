package dev.carillon.standalone.schedulefile;

import dev.carillon.schemas.record.Schedule;
import java.util.List;

/**
 * What a file says: its schedules if all of it is good, else every problem.
 *
 * @param schedules in the order of the file; empty if there is any problem
 */
public record ScheduleFile(List<LocatedSchedule> schedules, List<FileProblem> problems) {

    /** A schedule, and the place to name in a complaint about it. */
    public record LocatedSchedule(Schedule schedule, String file, LocatedDocument document) {
        public FileProblem problem(dev.carillon.schemas.error.ContractException problem) {
            return FileProblem.of(file, document.placeOf(problem.field()), problem);
        }
    }
}
