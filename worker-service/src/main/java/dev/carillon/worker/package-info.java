/**
 * The worker: a member of its queue's consumer group that runs tasks and reports their results.
 *
 * <p>The path of a record: {@code intake} polls and judges it, {@code execution} holds it until its instant and gives
 * it a slot, {@code handler} does the work, {@code report} builds the result, {@code offset} commits that together with
 * the progress of the partition. {@code dedup} recognises attempts seen before, {@code control} knows the cancelled
 * keys, {@code presence} sends heartbeats.
 *
 * <p>One thread owns the consumer and all of that state; handlers run on threads of their own, commits on another.
 */
@NullMarked
package dev.carillon.worker;

import org.jspecify.annotations.NullMarked;
