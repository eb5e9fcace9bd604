package dev.carillon.cli.schedulefile;

import dev.carillon.cli.schedulefile.ScheduleFile.LocatedSchedule;
import dev.carillon.kit.config.NearestWord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads schedules from YAML or JSON: one, a list, or several documents; it collects every problem. */
public final class ScheduleFileReader {
    private static final int MAX_SCHEDULES = 10_000;
    private static final int TEN = 10;
    /** Enough to fix a file in one go, few enough to read. */
    private static final int MAX_PROBLEMS_EACH = 20;

    /** Lists of the command line and REST wrap each definition in this field, so their output can be applied. */
    private static final String DEFINITION = "definition";

    private static final String GOOD_CRON = "0 0 * * *";
    private static final Set<String> TIMES = Set.of("every", "at", "afterEnd", "dependsOn");
    /** Values for missing fields, so that the next problem is found in the same go. */
    private static final Map<String, String> PLACEHOLDERS =
            Map.of("taskId", "missing", "type", "missing", "cron", GOOD_CRON);

    private final String file;
    private final Consumer<Schedule> furtherCheck;
    private final List<FileProblem> problems = new ArrayList<>();
    private final List<LocatedSchedule> schedules = new ArrayList<>();

    private ScheduleFileReader(String file, Consumer<Schedule> furtherCheck) {
        this.file = file;
        this.furtherCheck = furtherCheck;
    }

    /**
     * Reads the text of a file.
     *
     * @param furtherCheck throws a ContractException for a schedule that can be read but not work, as it never fires
     */
    public static ScheduleFile read(String file, String text, Consumer<Schedule> furtherCheck) {
        ScheduleFileReader reader = new ScheduleFileReader(file, furtherCheck);
        for (LocatedDocument document : YamlDocuments.read(file, text, reader.problems)) {
            reader.document(document);
        }
        reader.refuseEmptyAndDuplicates();
        boolean good = reader.problems.isEmpty();
        return new ScheduleFile(good ? List.copyOf(reader.schedules) : List.of(), List.copyOf(reader.problems));
    }

    private void document(LocatedDocument document) {
        if (document.root() instanceof ArrayNode list) {
            List<Map<String, FilePlace>> places = placesOfItems(document, list.size());
            for (int i = 0; i < list.size(); i++) {
                FilePlace start = document.places().getOrDefault("[" + i + "]", document.start());
                schedule(new LocatedDocument(list.get(i), start, places.get(i)));
            }
        } else {
            schedule(document);
        }
    }

    /** The places within each item of a list, collected in one pass. */
    private static List<Map<String, FilePlace>> placesOfItems(LocatedDocument list, int size) {
        List<Map<String, FilePlace>> places = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            places.add(new HashMap<>());
        }
        list.places().forEach((path, place) -> {
            int end = path.indexOf(']');
            if (path.startsWith("[") && path.startsWith(".", end + 1)) {
                places.get(Integer.parseInt(path, 1, end, TEN)).put(path.substring(end + 2), place);
            }
        });
        return places;
    }

    /** A part of a document, as a separate document. */
    private static LocatedDocument item(LocatedDocument list, JsonNode node, String prefix) {
        Map<String, FilePlace> places = new HashMap<>();
        list.places().forEach((path, place) -> {
            if (path.startsWith(prefix + ".")) {
                places.put(path.substring(prefix.length() + 1), place);
            }
        });
        return new LocatedDocument(node, list.places().getOrDefault(prefix, list.start()), places);
    }

    private void schedule(LocatedDocument document) {
        if (!(document.root() instanceof ObjectNode object)) {
            problems.add(new FileProblem(
                    file,
                    document.start(),
                    "a schedule is fields with values, not " + ContractException.shown(document.root())
                            + "; write lines like  taskId: report",
                    ErrorCode.NOT_AN_OBJECT.name()));
            return;
        }
        if (object.get(DEFINITION) instanceof ObjectNode inner) {
            schedule(item(document, inner, DEFINITION));
            return;
        }
        refuseUnknown(document, object, "");
        for (int tries = 0; tries < MAX_PROBLEMS_EACH; tries++) {
            try {
                Schedule read = Kind.SCHEDULE.decode(Json.write(object));
                read.checkSupported();
                furtherCheck.accept(read);
                schedules.add(new LocatedSchedule(read, file, document));
                return;
            } catch (ContractException e) {
                problems.add(FileProblem.of(file, document.placeOf(e.field()), e));
                if (!repair(object, e)) {
                    return;
                }
            }
        }
    }

    /** Removes a wrong field or fills in a missing one, so that the next problem shows; false if it can't. */
    private static boolean repair(ObjectNode object, ContractException problem) {
        String path = problem.field().replace("\"", "");
        int dot = path.indexOf('.');
        int bracket = path.indexOf('[');
        String top = path.substring(0, Math.min(dot < 0 ? path.length() : dot, bracket < 0 ? path.length() : bracket));
        String placeholder = PLACEHOLDERS.get(top);
        if (problem.code() == ErrorCode.NEVER_FIRES) {
            return false;
        }
        if (placeholder != null && !placeholder.equals(object.path(top).asString(""))) {
            object.set(top, JsonNodeFactory.instance.stringNode(placeholder));
            return true;
        }
        if (dot > 0 && object.get(top) instanceof ObjectNode inner && inner.remove(path.substring(dot + 1)) != null) {
            return true;
        }
        boolean removed = object.remove(top) != null;
        if (removed && TIMES.contains(top)) {
            // Without this, a wrong time would be reported as a missing one too.
            object.set("cron", JsonNodeFactory.instance.stringNode(GOOD_CRON));
        }
        return removed;
    }

    private void refuseUnknown(LocatedDocument document, ObjectNode object, String path) {
        List<String> known = KnownFields.BY_OBJECT.getOrDefault(path, List.of());
        for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
            String inner = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            if (!known.contains(field.getKey())) {
                String hint = NearestWord.to(field.getKey(), known)
                        .map(near -> "did you mean " + near + "?")
                        .orElse("known fields: " + String.join(", ", known));
                problems.add(new FileProblem(
                        file,
                        document.placeOf(inner),
                        inner + ": is not a field of a schedule; " + hint,
                        ErrorCode.UNKNOWN_VALUE.name()));
                object.remove(field.getKey());
            } else if (field.getValue() instanceof ObjectNode nested && KnownFields.BY_OBJECT.containsKey(inner)) {
                refuseUnknown(document, nested, inner);
            }
        }
    }

    private void refuseEmptyAndDuplicates() {
        if (schedules.isEmpty() && problems.isEmpty()) {
            problems.add(new FileProblem(
                    file,
                    FilePlace.START,
                    "holds no schedule; write lines like  taskId: report",
                    ErrorCode.MISSING_FIELD.name()));
        }
        if (schedules.size() > MAX_SCHEDULES) {
            problems.add(new FileProblem(
                    file,
                    FilePlace.START,
                    schedules.size() + " schedules are over the limit of " + MAX_SCHEDULES + "; split the file",
                    ErrorCode.TOO_MANY_ENTRIES.name()));
        }
        Set<String> seen = new HashSet<>();
        for (LocatedSchedule found : schedules) {
            if (!seen.add(found.schedule().taskId())) {
                problems.add(new FileProblem(
                        file,
                        found.document().placeOf("taskId"),
                        "taskId: " + found.schedule().taskId() + " is in the file twice; keep one of the two",
                        ErrorCode.DUPLICATE_FIELD.name()));
            }
        }
    }
}
