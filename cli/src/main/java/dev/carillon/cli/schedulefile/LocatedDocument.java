package dev.carillon.cli.schedulefile;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A document with the line and column of each of its values.
 *
 * @param places the place of each value, by the path that error messages use: {@code retry.delay}, {@code retryOn[0]}
 */
public record LocatedDocument(JsonNode root, FilePlace start, Map<String, FilePlace> places) {

    /** The place of a field; of a missing field, the place of the object that should have it. */
    public FilePlace placeOf(String field) {
        String path = field.replace("\"", "");
        while (!path.isEmpty()) {
            FilePlace found = places.get(path);
            if (found != null) {
                return found;
            }
            int cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
            path = path.substring(0, Math.max(0, cut));
        }
        return start;
    }
}
