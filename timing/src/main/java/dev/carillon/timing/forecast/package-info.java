/**
 * What will fire and when, for people: the next instants of a schedule, whether it will fire at all, and why not. By the
 * rules by which the trigger decides, so a forecast never differs from what the trigger plans.
 */
@NullMarked
package dev.carillon.timing.forecast;

import org.jspecify.annotations.NullMarked;
