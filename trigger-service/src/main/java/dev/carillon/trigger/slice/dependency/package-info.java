/** Schedules that depend on others: for which instants all parents have ended. */
@NullMarked
package dev.carillon.trigger.slice.dependency;

import org.jspecify.annotations.NullMarked;
