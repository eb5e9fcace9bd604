/** Checks the clock of this process against the brokers' before anything is decided by it. */
@NullMarked
package dev.carillon.trigger.dispatch.clock;

import org.jspecify.annotations.NullMarked;
