/**
 * The worker: a member of its queue's consumer group that runs tasks and reports on them.
 *
 * <p>The way of a record: {@code intake} polls and judges it, {@code execution} holds it and gives it a slot, {@code
 * handler} does the work, {@code report} says how it ended, {@code offset} commits what was said together with how far
 * the partition has come. {@code dedup} knows attempts met before, {@code control} what was cancelled, {@code presence}
 * tells others that the worker lives.
 *
 * <p>One thread owns the consumer and all of that state; handlers run on threads of their own, commits on another.
 */
@NullMarked
package dev.carillon.worker;

import org.jspecify.annotations.NullMarked;
