/**
 * Why a tick became a task or did not: the facts about one instant of one schedule, and the answer with its evidence.
 *
 * <p>{@code WhyLook} begins, {@code TickLook} reads the facts, {@code WhyTick} chooses the explanation.
 */
@NullMarked
package dev.carillon.insight.why;

import org.jspecify.annotations.NullMarked;
