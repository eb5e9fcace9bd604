/**
 * Which workers live, from their heartbeats, and by what their work is routed, from the settings.
 *
 * <pre>
 * unknown ──heartbeat──► online ──none for 10 s, or signed off──► offline ──heartbeat──► online
 * </pre>
 *
 * <p>Every instance follows {@code workers}; the leader alone tells what changes, so each change is told once. What was so when
 * an instance started is told by nobody. What is heard of workers and of the default routing goes to the roster, from which
 * the dispatcher takes it.
 *
 * <pre>
 * failure                            what happens
 * a change while nobody leads        is not told: events inform, and nothing is decided by them
 * Kafka is away for more than 10 s   all workers are told to be offline, and online when it is back
 * </pre>
 */
@NullMarked
package dev.carillon.trigger.presence;

import org.jspecify.annotations.NullMarked;
