package dev.carillon.standalone.schedulefile;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A document and where its parts stand.
 *
 * @param places the place of each value, by the path that error messages use: {@code retry.delay}, {@code retryOn[0]}
 */
public record LocatedDocument(JsonNode root, Place start, Map<String, Place> places) {

    /** Where a field stands; for one that is not there, where the thing stands that should have it. */
    public Place placeOf(String field) {
        String path = field.replace("\"", "");
        while (!path.isEmpty()) {
            Place found = places.get(path);
            if (found != null) {
                return found;
            }
            int cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
            path = path.substring(0, Math.max(0, cut));
        }
        return start;
    }
}
