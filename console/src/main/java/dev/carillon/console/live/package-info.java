/**
 * The stream of changes behind {@code /v1/stream}, as server-sent events.
 *
 * <p>Changes come from the history after their rows are committed, so a client that gets one and queries then sees it.
 * They are collected for a quarter of a second into one event: at a thousand executions per second a client still gets
 * four events per second, each listing some changes and counting the rest. Events are numbered, and the last ones are
 * kept: a client that reconnects with the number of its last event gets what it missed. If that is no longer kept, or
 * the client reads too slowly, it gets the event {@code lost} and has to query again. A client that does not read at
 * all is disconnected. One thread serves all clients and never waits for one.
 */
@NullMarked
package dev.carillon.console.live;

import org.jspecify.annotations.NullMarked;
