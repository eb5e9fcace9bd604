/**
 * Attempts from the moment their record is accepted until their end is known. The scheduler decides which run; slots
 * run them, and each thread takes its next attempt from the scheduler itself.
 *
 * <p>States of an attempt: {@code HELD} (may not start yet) → {@code READY} (waits for a slot) → {@code RUNNING} →
 * {@code ENDED}; a READY one that must be claimed first goes through {@code CLAIMING} and back to READY. {@code
 * DROPPED} ends any of them when the partition goes to another worker, which then runs the record again.
 */
@NullMarked
package dev.carillon.worker.execution;

import org.jspecify.annotations.NullMarked;
