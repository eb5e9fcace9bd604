package dev.carillon.cli.schedulefile;

import dev.carillon.kit.config.NearestWord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads calendars from YAML or JSON: one, a list, or several documents; it collects every problem. */
public final class CalendarFileReader {
    private static final List<String> FIELDS = List.of("v", "name", "zone", "include", "exclude", "weekdays");

    private final String file;
    private final List<FileProblem> problems;
    private final List<Calendar> calendars = new ArrayList<>();
    private final Map<String, String> files;

    private CalendarFileReader(String file, Map<String, String> files, List<FileProblem> problems) {
        this.file = file;
        this.files = files;
        this.problems = problems;
    }

    /**
     * Reads the text of a file.
     *
     * @param files the file of each calendar that was read before, by its name; receives those of this one
     * @param problems receives every problem found
     */
    public static List<Calendar> read(String file, String text, Map<String, String> files, List<FileProblem> problems) {
        CalendarFileReader reader = new CalendarFileReader(file, files, problems);
        int before = problems.size();
        for (LocatedDocument document : YamlDocuments.read(file, text, problems)) {
            if (document.root() instanceof ArrayNode list) {
                for (int i = 0; i < list.size(); i++) {
                    reader.calendar(document, list.get(i), "[" + i + "]");
                }
            } else {
                reader.calendar(document, document.root(), "");
            }
        }
        if (reader.calendars.isEmpty() && problems.size() == before) {
            reader.note(
                    FilePlace.START,
                    "holds no calendar; write lines like  name: business-days",
                    ErrorCode.MISSING_FIELD);
        }
        return reader.calendars;
    }

    private void calendar(LocatedDocument document, JsonNode node, String path) {
        if (!(node instanceof ObjectNode object)) {
            note(
                    document.placeOf(path),
                    "a calendar is fields with values, not " + ContractException.shown(node)
                            + "; write lines like  name: business-days",
                    ErrorCode.NOT_AN_OBJECT);
            return;
        }
        String prefix = path.isEmpty() ? "" : path + ".";
        for (String field : List.copyOf(object.propertyNames())) {
            if (!FIELDS.contains(field)) {
                String hint = NearestWord.to(field, FIELDS)
                        .map(near -> "did you mean " + near + "?")
                        .orElse("known fields: " + String.join(", ", FIELDS));
                note(
                        document.placeOf(prefix + field),
                        field + ": is not a field of a calendar; " + hint,
                        ErrorCode.UNKNOWN_VALUE);
            }
        }
        try {
            Calendar calendar = Kind.CALENDAR.decode(Json.write(object));
            CalendarDays.of(calendar);
            String first = files.putIfAbsent(calendar.name(), file);
            if (first != null) {
                note(
                        document.placeOf(prefix + "name"),
                        "name: " + calendar.name()
                                + (first.equals(file) ? " is in the file twice" : " is in " + first + " as well")
                                + "; keep one of the two",
                        ErrorCode.DUPLICATE_FIELD);
            }
            calendars.add(calendar);
        } catch (ContractException e) {
            problems.add(FileProblem.of(file, document.placeOf(prefix + e.field()), e));
        }
    }

    private void note(FilePlace place, String message, ErrorCode code) {
        problems.add(new FileProblem(file, place, message, code.name()));
    }
}
