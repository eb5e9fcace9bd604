package dev.carillon.trigger.slice;

import java.time.Duration;

/**
 * What slices keep to.
 *
 * @param shard whose watermark they move
 * @param source how events name their author
 * @param grace a tick later than this is missed
 * @param idleWatermark how often the watermark moves when nothing happens
 * @param inputsAtLeast how long inputs may wait behind due ticks
 */
public record SliceRules(String shard, String source, Duration grace, Duration idleWatermark, Duration inputsAtLeast) {}
