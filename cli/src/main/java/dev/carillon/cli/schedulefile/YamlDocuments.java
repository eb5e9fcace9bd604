package dev.carillon.cli.schedulefile;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads YAML, and so JSON too, into JSON trees with the line of each value. It works on the parser's events, so that it
 * follows no alias, reports duplicate names, and refuses values that nest deeper than the contract allows.
 */
final class YamlDocuments {
    private static final String DOCUMENT = "--- ";
    private static final Pattern UNQUOTED = Pattern.compile("^\\s*(- )?[\\w\"']+:\\s+[*@?%`]");

    private final String file;
    private final List<FileProblem> problems;
    private final Iterator<Event> events;
    private final int indent;
    private final List<LocatedDocument> documents = new ArrayList<>();
    private Map<String, FilePlace> places = new HashMap<>();

    private YamlDocuments(String file, Iterator<Event> events, int indent, List<FileProblem> problems) {
        this.file = file;
        this.events = events;
        this.indent = indent;
        this.problems = problems;
    }

    /** Ends the reading: after such a problem the rest has no meaning. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static List<LocatedDocument> read(String file, String text, List<FileProblem> problems) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setUseMarks(true)
                // InputText limits the size, and the markers put between JSON lines add to it.
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        boolean jsonLines = isJsonLines(text);
        Iterator<Event> events = new Parse(settings)
                .parseString(jsonLines ? asDocuments(text) : text)
                .iterator();
        YamlDocuments reader = new YamlDocuments(file, events, jsonLines ? DOCUMENT.length() : 0, problems);
        try {
            reader.readAll();
        } catch (Unreadable e) {
            // Safe: stop() noted the problem before it was thrown.
            return List.of();
        } catch (MarkedYamlEngineException e) {
            FilePlace place = e.getProblemMark().map(reader::place).orElse(FilePlace.START);
            String message = "is not valid YAML or JSON: " + firstLine(e.getProblem());
            reader.note(place, message + unquoted(text, e.getProblemMark()), ErrorCode.BAD_JSON);
            return List.of();
        } catch (YamlEngineException e) {
            reader.note(
                    FilePlace.START,
                    "is not valid YAML or JSON: " + firstLine(String.valueOf(e.getMessage())),
                    ErrorCode.BAD_JSON);
            return List.of();
        }
        return reader.documents;
    }

    private void readAll() {
        while (events.hasNext()) {
            Event event = events.next();
            if (event instanceof NodeEvent node) {
                places = new HashMap<>();
                JsonNode root = node(node, "", 1);
                if (!root.isNull()) {
                    documents.add(new LocatedDocument(root, place(event), places));
                }
            }
        }
    }

    private JsonNode node(Event event, String path, int depth) {
        FilePlace place = place(event);
        if (depth > Json.MAX_DEPTH) {
            throw stop(
                    place,
                    named(path) + "nests deeper than " + Json.MAX_DEPTH + " levels; flatten it",
                    ErrorCode.TOO_DEEP);
        }
        if (event instanceof AliasEvent
                || (event instanceof NodeEvent node && node.getAnchor().isPresent())) {
            throw stop(
                    place,
                    named(path) + "anchors and aliases (& and *) are not supported; write the value out",
                    ErrorCode.BAD_JSON);
        }
        places.put(path, place);
        if (event instanceof MappingStartEvent) {
            return mapping(path, depth);
        }
        if (event instanceof SequenceStartEvent) {
            return list(path, depth);
        }
        return scalar((ScalarEvent) event, path, place);
    }

    private ObjectNode mapping(String path, int depth) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        Event event = events.next();
        while (event.getEventId() != Event.ID.MappingEnd) {
            if (!(event instanceof ScalarEvent key)) {
                throw stop(
                        place(event),
                        named(path) + "has a field name that is not text; write name: value",
                        ErrorCode.BAD_JSON);
            }
            String name = key.getValue();
            String inner = path.isEmpty() ? name : path + "." + name;
            if (object.has(name)) {
                FilePlace first = places.getOrDefault(inner, FilePlace.START);
                note(
                        place(event),
                        inner + ": appears twice, first in line " + first.line() + "; keep one of the two",
                        ErrorCode.DUPLICATE_FIELD);
            }
            object.set(name, node(events.next(), inner, depth + 1));
            places.put(inner, place(event));
            event = events.next();
        }
        return object;
    }

    private ArrayNode list(String path, int depth) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        Event event = events.next();
        while (event.getEventId() != Event.ID.SequenceEnd) {
            array.add(node(event, path + "[" + array.size() + "]", depth + 1));
            event = events.next();
        }
        return array;
    }

    private JsonNode scalar(ScalarEvent event, String path, FilePlace place) {
        Optional<JsonNode> value = PlainScalar.read(event);
        if (value.isEmpty()) {
            note(
                    place,
                    named(path) + event.getValue() + " is not a JSON number; write a number, or put it in quotes",
                    ErrorCode.BAD_JSON);
        }
        return value.orElseGet(JsonNodeFactory.instance::nullNode);
    }

    private Unreadable stop(FilePlace place, String message, ErrorCode code) {
        note(place, message, code);
        return new Unreadable();
    }

    private void note(FilePlace place, String message, ErrorCode code) {
        problems.add(new FileProblem(file, place, message, code.name()));
    }

    /** A hint to use quotes: a cron expression may begin with a character that is YAML syntax. */
    private static String unquoted(String text, Optional<Mark> mark) {
        String line =
                mark.flatMap(at -> text.lines().skip(at.getLine()).findFirst()).orElse("");
        return UNQUOTED.matcher(line).find()
                ? "; text that begins with * @ ? % or ` needs quotes, as in  cron: \"* * * * *\""
                : "";
    }

    private static String named(String path) {
        return path.isEmpty() ? "" : path + ": ";
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("unreadable");
    }

    private FilePlace place(Event event) {
        return event.getStartMark().map(this::place).orElse(FilePlace.START);
    }

    private FilePlace place(Mark mark) {
        return new FilePlace(mark.getLine() + 1, Math.max(0, mark.getColumn() - indent) + 1);
    }

    /** One JSON object per line, which YAML accepts only with document markers in between. */
    private static boolean isJsonLines(String text) {
        List<String> lines = text.lines()
                .map(String::stripTrailing)
                .filter(line -> !line.isEmpty())
                .toList();
        return lines.size() > 1 && lines.stream().allMatch(line -> line.startsWith("{") && line.endsWith("}"));
    }

    /** Puts a marker before each object. Blanks behind it go, as YAML takes a tab there for an indentation. */
    private static String asDocuments(String jsonLines) {
        return jsonLines
                .lines()
                .map(line -> line.isBlank() ? "" : DOCUMENT + line.stripTrailing())
                .collect(Collectors.joining("\n"));
    }
}
