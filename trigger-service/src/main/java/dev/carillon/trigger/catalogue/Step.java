package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Watermark;
import java.util.Map;
import java.util.Optional;

/**
 * What one committed slice changed in {@code trigger-state}.
 *
 * @param offset of the watermark's record
 * @param markers as they were written; empty for one that was deleted
 */
public record Step(long offset, Watermark watermark, Map<String, Optional<Marker>> markers) {}
