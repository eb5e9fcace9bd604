/**
 * Kills processes in full swing, again and again: everything at once on the same data, and each role alone while another
 * instance of it lives.
 *
 * <p>What is killed runs in child JVMs and is ended by SIGKILL. A kill counts only if it met something. Of the all-in-one:
 * a call under way to the tests' own HTTP server is an attempt that was running, and a transaction that the broker shows
 * as ongoing when it is back was open. Of a single role: the trigger led, the worker ran attempts, the collector owned
 * partitions, by their own meters or the group's word just before.
 */
@NullMarked
package dev.carillon.system.crash;

import org.jspecify.annotations.NullMarked;
