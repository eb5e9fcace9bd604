/**
 * What is new, told as it happens: the stream of events behind {@code /v1/stream}.
 *
 * <p>Changes come from the history once they can be asked for, so whoever hears of one and asks then sees it. They are
 * gathered for a quarter of a second and become one event: at a thousand executions a second a client still gets four
 * events a second, each with some of the changes by name and with numbers for the rest. Events are numbered and the last
 * of them kept; a client that comes back with the number of the last one it saw gets what it missed, and one that was
 * away for too long, or reads too slowly, is told that it has lost something and has to ask anew. One that does not read
 * at all is cut off. One thread serves all of them and never waits for any.
 */
@NullMarked
package dev.carillon.console.live;

import org.jspecify.annotations.NullMarked;
