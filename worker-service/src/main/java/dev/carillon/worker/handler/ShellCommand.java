package dev.carillon.worker.handler;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The payload of a {@code shell} task: {@code command}, an argument vector, or {@code script}, text for the shell. */
final class ShellCommand {
    private ShellCommand() {}

    static List<String> of(RawJson payload) {
        JsonNode node = payload.node();
        if (node.isString()) {
            return script(node.stringValue());
        }
        JsonNode command = node.get("command");
        JsonNode script = node.get("script");
        if (command != null && script != null) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS, "payload", "has both command and script", "keep one of them");
        }
        if (script != null && script.isString()) {
            return script(script.stringValue());
        }
        if (command == null || !command.isArray() || command.isEmpty()) {
            throw new ContractException(
                    ErrorCode.MISSING_FIELD,
                    "payload",
                    "names nothing to run",
                    "send {\"command\": [\"program\", \"argument\"]} or {\"script\": \"…\"}");
        }
        List<String> arguments = new ArrayList<>();
        for (JsonNode argument : command) {
            if (!argument.isString() || argument.stringValue().indexOf('\0') >= 0) {
                throw new ContractException(
                        ErrorCode.WRONG_TYPE,
                        "payload.command",
                        ContractException.shown(argument) + " is not an argument",
                        "send a list of texts");
            }
            arguments.add(argument.stringValue());
        }
        return arguments;
    }

    private static List<String> script(String text) {
        return List.of("/bin/sh", "-c", text);
    }
}
