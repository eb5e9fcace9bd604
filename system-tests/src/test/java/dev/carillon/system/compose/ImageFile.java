package dev.carillon.system.compose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The instructions of a Dockerfile. */
record ImageFile(List<Instruction> instructions) {
    /** An instruction such as COPY, with its arguments. */
    record Instruction(String name, String rest) {
        List<String> words() {
            return List.of(rest.split("\\s+", -1));
        }

        List<String> options() {
            return words().stream().filter(word -> word.startsWith("--")).toList();
        }

        /** The paths of a COPY: its sources, and the target last. */
        List<String> paths() {
            return words().stream().filter(word -> !word.startsWith("--")).toList();
        }

        boolean isExecForm() {
            return rest.startsWith("[");
        }

        List<String> exec() {
            return List.of(JsonMapper.shared().readValue(rest, String[].class));
        }
    }

    static ImageFile parse(String text) {
        List<Instruction> instructions = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.endsWith("\\")) {
                open.append(line, 0, line.length() - 1).append(' ');
                continue;
            }
            String[] parts = open.append(line).toString().split("\\s+", 2);
            instructions.add(new Instruction(parts[0].toUpperCase(Locale.ROOT), parts.length > 1 ? parts[1] : ""));
            open.setLength(0);
        }
        return new ImageFile(List.copyOf(instructions));
    }

    Stream<Instruction> all(String name) {
        return instructions.stream().filter(one -> one.name().equals(name));
    }

    /** The instructions of the last stage, which builds the image. */
    ImageFile lastStage() {
        int start = 0;
        for (int i = 0; i < instructions.size(); i++) {
            start = instructions.get(i).name().equals("FROM") ? i : start;
        }
        return new ImageFile(instructions.subList(start, instructions.size()));
    }

    Instruction last(String name) {
        return all(name)
                .reduce((one, other) -> other)
                .orElseThrow(() -> new AssertionError("there is no " + name + " in the image"));
    }

    /** The file of the project that is copied to this path of the image. */
    String sourceOf(String pathInImage) {
        return lastStage()
                .all("COPY")
                .filter(copy -> copy.options().stream().noneMatch(option -> option.startsWith("--from")))
                .map(Instruction::paths)
                .filter(paths -> paths.get(paths.size() - 1).equals(pathInImage))
                .map(paths -> paths.get(0))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing is copied to " + pathInImage));
    }
}
