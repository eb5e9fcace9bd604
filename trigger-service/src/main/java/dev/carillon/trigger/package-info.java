/** The trigger: turns schedules into tasks, each tick once, from one place at a time. */
@NullMarked
package dev.carillon.trigger;

import org.jspecify.annotations.NullMarked;
