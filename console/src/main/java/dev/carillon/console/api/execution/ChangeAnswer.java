package dev.carillon.console.api.execution;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a changing request as JSON: the key, the keys or the position of what it changed.
 *
 * @param repeated whether an earlier request with the same Idempotency-Key did it; left out unless true
 * @param dryRun left out unless true
 * @param seen whether the history shows the change
 */
record ChangeAnswer(
        @Nullable String key,
        @Nullable List<String> keys,
        @Nullable String position,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean repeated,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean dryRun,
        boolean seen) {
    static ChangeAnswer ofKey(String key) {
        return new ChangeAnswer(key, null, null, false, false, false);
    }

    static ChangeAnswer ofKeys(List<String> keys) {
        return new ChangeAnswer(null, keys, null, false, false, false);
    }

    static ChangeAnswer ofPosition(String position) {
        return new ChangeAnswer(null, null, position, false, false, false);
    }

    ChangeAnswer with(boolean isRepeated, boolean isDryRun, boolean isSeen) {
        return new ChangeAnswer(key, keys, position, isRepeated, isDryRun, isSeen);
    }
}
