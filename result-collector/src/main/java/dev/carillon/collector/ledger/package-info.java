/**
 * The pure core: {@code decide(known, event, now)} returns what follows from an event of one execution.
 *
 * <p>States of an execution, as far as the collector has to know. What is queued or running for the first time has no
 * entry and costs nothing.
 *
 * <pre>
 * no entry  --settled by its worker-->  no entry; the worker has written the Outcome
 * any entry  --settled by its worker-->  recently closed, without a second Outcome
 * no entry  --success, cancelled, expired, skipped, final failure-->  Outcome, recently closed
 * no entry  --retryable end of attempt 1-->  RETRYING (timer)
 * no entry  --task in delayed-->  PENDING (timer), or QUEUED if due
 * no entry  --claim of attempt 1-->  RUNNING
 * no entry  --attempt 1 handed back-->  QUEUED (released again, delivery + 1)
 * PENDING, RETRYING  --timer-->  QUEUED (released); past the deadline: Outcome EXPIRED; unknown queue: Outcome FAILED
 * PENDING, RETRYING  --cancel-->  Outcome CANCELLED
 * QUEUED  --claim-->  RUNNING
 * QUEUED  --returned by a worker as not due yet-->  PENDING (waits 1, 2, 4 … 64 s)
 * QUEUED  --check after the deadline read back-->  Outcome EXPIRED; if a cancel is known: Outcome CANCELLED
 * QUEUED, RUNNING  --retryable end-->  RETRYING; if a cancel is known: Outcome CANCELLED
 * QUEUED, RUNNING  --any other end-->  Outcome
 * RUNNING  --worker silent between two checks-->  as an end LOST; if a cancel is known: Outcome CANCELLED
 * RUNNING  --handed back by its claimant-->  QUEUED (released again, delivery + 1)
 * </pre>
 *
 * <p>Each of these is a path through {@code ExecutionState}; skipped states were never written: a result of a QUEUED
 * attempt implies that it was RUNNING, and a PENDING task that is refused for its queue was QUEUED and failed at once.
 *
 * <p>What can go wrong, and what happens:
 *
 * <pre>
 * a result of an attempt below the entry's            late: event, dropped
 * no entry, and attempt above 1 or claimed before     late: event, dropped, even if the key is forgotten
 * a first attempt's end within an hour of the last    duplicate: event, dropped; after it: a new execution
 * a result of an attempt that was not dispatched      stray: counted, dropped; the timer goes on
 * a success of an earlier delivery                    counts
 * any other result of an earlier delivery             late
 * an end of a claimed attempt, not from its claimant  late, unless it is a success
 * a task in delayed of an attempt never released      dead letter OUT_OF_RANGE
 * a deadline that the task does not name              computed when it is first read, written into the task
 * a failure that carries no task                      Outcome FAILED and dead letter MISSING_FIELD
 * a retry that could only start after the deadline    Outcome EXPIRED at once
 * a cancel that races a success or a final failure    the end that was read counts
 * a queue missing from an old list of queues          waits 200 ms, then a newer list decides
 * a queue that does not exist                         Outcome FAILED and dead letter UNKNOWN_QUEUE
 * a task that outgrows its limit with the next try    Outcome FAILED and dead letter RECORD_TOO_LARGE
 * </pre>
 */
@NullMarked
package dev.carillon.collector.ledger;

import org.jspecify.annotations.NullMarked;
