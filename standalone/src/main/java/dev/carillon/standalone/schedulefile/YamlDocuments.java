package dev.carillon.standalone.schedulefile;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
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
 * Reads YAML, and with it JSON, into JSON trees that know their lines. It builds from the parser's events, so that no
 * alias is ever followed, no name is taken twice in silence, and nothing nests deeper than the contract allows.
 */
final class YamlDocuments {
    private static final String DOCUMENT = "--- ";
    private static final Pattern UNQUOTED = Pattern.compile("^\\s*(- )?[\\w\"']+:\\s+[*@?%`]");

    private final String file;
    private final List<FileProblem> problems;
    private final Iterator<Event> events;
    private final int indent;
    private final List<LocatedDocument> documents = new ArrayList<>();
    private Map<String, Place> places = new HashMap<>();

    private YamlDocuments(String file, Iterator<Event> events, int indent, List<FileProblem> problems) {
        this.file = file;
        this.events = events;
        this.indent = indent;
        this.problems = problems;
    }

    /** Stops the reading: what follows has no meaning any more. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static List<LocatedDocument> read(String file, String text, List<FileProblem> problems) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setUseMarks(true)
                // InputText bounds the size; the marks between JSON lines come on top.
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        boolean jsonLines = isJsonLines(text);
        Iterator<Event> events = new Parse(settings)
                .parseString(jsonLines ? text.replaceAll("(?m)^(?=\\{)", DOCUMENT) : text)
                .iterator();
        YamlDocuments reader = new YamlDocuments(file, events, jsonLines ? DOCUMENT.length() : 0, problems);
        try {
            reader.readAll();
        } catch (Unreadable e) {
            // Safe: whoever threw it has noted the problem.
            return List.of();
        } catch (MarkedYamlEngineException e) {
            Place place = e.getProblemMark().map(reader::place).orElse(Place.START);
            String words = "is no valid YAML or JSON: " + firstLine(e.getProblem());
            reader.note(place, words + unquoted(text, e.getProblemMark()), ErrorCode.BAD_JSON);
            return List.of();
        } catch (YamlEngineException e) {
            reader.note(
                    Place.START,
                    "is no valid YAML or JSON: " + firstLine(String.valueOf(e.getMessage())),
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
        Place place = place(event);
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
                    named(path) + "anchors and aliases (& and *) are not read; write it out",
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
                        named(path) + "has a name that is no text; write name: value",
                        ErrorCode.BAD_JSON);
            }
            String name = key.getValue();
            String inner = path.isEmpty() ? name : path + "." + name;
            if (object.has(name)) {
                Place first = places.getOrDefault(inner, Place.START);
                note(
                        place(event),
                        inner + ": is named twice, first in line " + first.line() + "; keep one of the two",
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

    private JsonNode scalar(ScalarEvent event, String path, Place place) {
        Optional<JsonNode> value = PlainScalar.read(event);
        if (value.isEmpty()) {
            note(
                    place,
                    named(path) + event.getValue() + " is no JSON number; write a number, or quote it as a text",
                    ErrorCode.BAD_JSON);
        }
        return value.orElseGet(JsonNodeFactory.instance::nullNode);
    }

    private Unreadable stop(Place place, String words, ErrorCode code) {
        note(place, words, code);
        return new Unreadable();
    }

    private void note(Place place, String words, ErrorCode code) {
        problems.add(new FileProblem(file, place, words, code.name()));
    }

    /** YAML has a meaning of its own for what cron expressions begin with. */
    private static String unquoted(String text, Optional<Mark> mark) {
        String line =
                mark.flatMap(at -> text.lines().skip(at.getLine()).findFirst()).orElse("");
        return UNQUOTED.matcher(line).find()
                ? "; a text that begins with * @ ? % or ` needs quotes, as in  cron: \"* * * * *\""
                : "";
    }

    private static String named(String path) {
        return path.isEmpty() ? "" : path + ": ";
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("unreadable");
    }

    private Place place(Event event) {
        return event.getStartMark().map(this::place).orElse(Place.START);
    }

    private Place place(Mark mark) {
        return new Place(mark.getLine() + 1, Math.max(0, mark.getColumn() - indent) + 1);
    }

    /** One JSON object a line, which YAML takes only with marks between; no YAML looks like that. */
    private static boolean isJsonLines(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        return lines.size() > 1 && lines.stream().allMatch(line -> line.startsWith("{") && line.endsWith("}"));
    }
}
