/** Prints dead letters; the client module reads, replays and drops them. */
@NullMarked
package dev.carillon.standalone.deadletter;

import org.jspecify.annotations.NullMarked;
