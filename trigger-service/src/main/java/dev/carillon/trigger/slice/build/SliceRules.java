package dev.carillon.trigger.slice.build;

import java.time.Duration;

/**
 * The rules that slices follow.
 *
 * @param shard whose watermark they move
 * @param source the author that events and commands name
 * @param grace a tick later than this is missed
 * @param idleWatermark how often the watermark moves when nothing happens
 * @param inputsAtLeast how long inputs may wait behind due ticks
 */
public record SliceRules(String shard, String source, Duration grace, Duration idleWatermark, Duration inputsAtLeast) {}
