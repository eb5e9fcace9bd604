package dev.carillon.console.api.execution;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A record of a topic as JSON.
 *
 * @param gone true if the topic does not keep it any more, so that only its place is known; else left out
 * @param bytes the length of its value
 * @param text the beginning of a value that is not JSON
 */
@RecordBuilder
record RecordAnswer(
        String topic,
        int partition,
        long offset,
        Instant appended,
        @Nullable String key,
        Map<String, String> headers,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean gone,
        @Nullable Integer bytes,
        @Nullable JsonNode value,
        @Nullable String text) {}
