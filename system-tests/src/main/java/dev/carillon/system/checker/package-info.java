/**
 * Reads all topics after a run and reckons, independently of the services, what should have happened.
 *
 * <p>The way of a check: {@link dev.carillon.system.checker.KafkaRunReader} reads the topics into a
 * {@link dev.carillon.system.checker.Run}; the contract's codec turns its records into
 * {@link dev.carillon.system.checker.Executions} and a {@link dev.carillon.system.checker.CatalogueHistory}; each
 * {@link dev.carillon.system.checker.Check} looks at one guarantee and says in words what breaks it. Ticks are planned
 * by brute force, second by second, so that a mistake in the trigger's arithmetic is not made twice.
 *
 * <p>By how much a tick is put off its own record says, and the jitter of the definition bounds it; calendars and requests
 * to skip are read from their topics, cut at the positions that slices record.
 *
 * <p>What it can't see: an execution that no worker reached is open, not lost (see {@link
 * dev.carillon.system.checker.CheckerOptions#openAllowed()}), and a cron expression beyond the plain fields is not
 * reckoned but counted, and a run of which nothing was checked fails.
 */
@NullMarked
package dev.carillon.system.checker;

import org.jspecify.annotations.NullMarked;
