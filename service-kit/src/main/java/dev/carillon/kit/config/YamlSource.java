package dev.carillon.kit.config;

import dev.carillon.kit.config.problem.ConfigProblem;
import dev.carillon.kit.errors.KitErrorCode;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.dataformat.yaml.YAMLFactory;

/** Reads the settings of one YAML file as dotted keys with their lines. */
final class YamlSource {
    private static final long LARGEST_FILE = 1_000_000;
    private static final YAMLFactory FACTORY = YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final String file;
    private final List<ConfigProblem> problems;
    private final Map<String, ConfigValue> values = new LinkedHashMap<>();

    private YamlSource(String file, List<ConfigProblem> problems) {
        this.file = file;
        this.problems = problems;
    }

    static Map<String, ConfigValue> read(Path path, List<ConfigProblem> problems) {
        YamlSource source = new YamlSource(path.toString(), problems);
        try {
            if (Files.size(path) > LARGEST_FILE) {
                source.unreadable("is larger than " + LARGEST_FILE + " bytes", "Name a configuration file");
            } else {
                source.parse(Files.readString(path));
            }
        } catch (NoSuchFileException e) {
            source.unreadable("does not exist", "Name an existing file or leave the option out");
        } catch (MalformedInputException e) {
            source.unreadable("is not UTF-8 text", "Save it as UTF-8");
        } catch (IOException e) {
            source.unreadable("can't be read: " + e, "Check the path and its permissions");
        }
        return source.values;
    }

    static Map<String, ConfigValue> parse(String file, String text, List<ConfigProblem> problems) {
        YamlSource source = new YamlSource(file, problems);
        source.parse(text);
        return source.values;
    }

    private void parse(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            JsonToken first = parser.nextToken();
            if (first == null || first == JsonToken.VALUE_NULL) {
                return; // An empty file sets nothing.
            }
            if (first != JsonToken.START_OBJECT) {
                unreadable("does not hold keys and values", "Write lines like  worker.concurrency: 10");
                return;
            }
            mapping(parser, "");
        } catch (JacksonException e) {
            String line =
                    e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
            String reason =
                    String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
            unreadable("is no valid YAML: " + line + reason, "Correct that line");
        }
    }

    private void mapping(JsonParser parser, String prefix) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = prefix + parser.currentName();
            int line = parser.currentTokenLocation().getLineNr();
            JsonToken token = parser.nextToken();
            if (token == JsonToken.START_OBJECT) {
                mapping(parser, key + ".");
            } else if (token == JsonToken.START_ARRAY) {
                put(list(parser, key, line));
            } else {
                put(ConfigValue.of(key, scalar(parser, token), at(line)));
            }
        }
    }

    private ConfigValue list(JsonParser parser, String key, int line) {
        List<String> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
                parser.skipChildren();
                problems.add(new ConfigProblem(
                        key,
                        "",
                        at(line),
                        "an item of the list is not a plain value",
                        "Write a list of texts",
                        KitErrorCode.CONFIG_BAD_VALUE));
            } else {
                items.add(scalar(parser, token));
            }
        }
        return ConfigValue.of(key, String.join(",", items), items, at(line));
    }

    private static String scalar(JsonParser parser, JsonToken token) {
        return token == JsonToken.VALUE_NULL ? "" : parser.getString();
    }

    private void put(ConfigValue value) {
        ConfigValue before = values.putIfAbsent(value.key(), value);
        if (before != null) {
            problems.add(new ConfigProblem(
                    value.key(),
                    "", // It may be a secret.
                    value.origin(),
                    "is already set in " + before.origin(),
                    "Keep one of the two",
                    KitErrorCode.CONFIG_CONTRADICTION));
        }
    }

    private String at(int line) {
        return file + ":" + line;
    }

    private void unreadable(String problem, String fix) {
        problems.add(new ConfigProblem(file, "", "configuration file", problem, fix, KitErrorCode.CONFIG_UNREADABLE));
    }
}
