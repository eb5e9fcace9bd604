/**
 * Which workers are online, from their heartbeats, and the default routing, from the settings.
 *
 * <pre>
 * unknown ──heartbeat──► online ──none for 10 s, or signed off──► offline ──heartbeat──► online
 * </pre>
 *
 * <p>Every instance follows {@code workers}; only the leader publishes events of changes, so each is published once.
 * The state that an instance finds at its start causes no event. Heartbeats and the default routing go to the
 * {@code FleetBuilder}, whose fleet the router uses.
 *
 * <pre>
 * failure                            what happens
 * a change while no instance leads   no event: events only inform, and no decision depends on them
 * Kafka is away for more than 10 s   all workers are reported offline, and online when it is back
 * </pre>
 */
@NullMarked
package dev.carillon.trigger.presence;

import org.jspecify.annotations.NullMarked;
