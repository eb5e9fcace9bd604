package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Watermark;
import java.util.Map;
import java.util.Optional;

/**
 * The changes of one committed slice in {@code trigger-state}.
 *
 * @param offset of the watermark's record
 * @param markers by taskId; empty for a marker that was deleted
 */
public record CommittedSlice(long offset, Watermark watermark, Map<String, Optional<Marker>> markers) {}
