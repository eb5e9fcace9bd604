/**
 * Reads all topics after a run and computes, independently of the services, what should have happened.
 *
 * <p>{@link dev.carillon.system.checker.read.KafkaRunReader} reads the topics into a {@link
 * dev.carillon.system.checker.read.Run}; the contract's codec turns its records into {@link
 * dev.carillon.system.checker.read.Executions} and a {@link dev.carillon.system.checker.read.CatalogueHistory}; each {@link
 * dev.carillon.system.checker.GuaranteeCheck} checks one guarantee and describes each violation. Ticks are planned by
 * brute force, second by second, so that a mistake in the trigger's arithmetic is not repeated here.
 *
 * <p>A tick's task shows by how much the tick was put off, and the jitter of the definition bounds that. Calendars and
 * requests to skip are read from their topics; slices record up to which position they were applied.
 *
 * <p>Limits: the checker can't tell an open execution from a lost one (see {@link
 * dev.carillon.system.checker.CheckerOptions#openAllowed()}), and it does not compute cron expressions beyond the plain
 * fields, but counts them. A run of which nothing was checked fails.
 */
@NullMarked
package dev.carillon.system.checker;

import org.jspecify.annotations.NullMarked;
