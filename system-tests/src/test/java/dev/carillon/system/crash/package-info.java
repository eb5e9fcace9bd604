/**
 * Kills processes under load again and again: the all-in-one on the same data, and one process of a role while another
 * one of it lives.
 *
 * <p>The processes are child JVMs, ended by SIGKILL. A kill counts only if it interrupted work. For the all-in-one that
 * is a call under way to the tests' HTTP server, which shows a running attempt, or a transaction that the broker lists
 * as open after the restart. For a role, its metrics or the consumer group show just before that the trigger led, the
 * worker ran attempts, or the collector owned partitions.
 */
@NullMarked
package dev.carillon.system.crash;

import org.jspecify.annotations.NullMarked;
