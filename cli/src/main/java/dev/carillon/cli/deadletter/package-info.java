/** Commands that list, replay and drop dead letters; the client module does the work. */
@NullMarked
package dev.carillon.cli.deadletter;

import org.jspecify.annotations.NullMarked;
