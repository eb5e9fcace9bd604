/** Who leads, when the election is tampered with, away, or handed over: ticks and running work go on. */
@NullMarked
package dev.carillon.system.leadership;

import org.jspecify.annotations.NullMarked;
