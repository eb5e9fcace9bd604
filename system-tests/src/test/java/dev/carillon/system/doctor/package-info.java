/** Runs {@code carillon doctor} and dead-letter replays on a real cluster. */
@NullMarked
package dev.carillon.system.doctor;

import org.jspecify.annotations.NullMarked;
