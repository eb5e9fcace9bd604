/**
 * Kafka Streams around the partitions: one topology, one store, exactly once.
 *
 * <p>A partition's processor is made with its Streams task and owns the task's part of the store. It is called for
 * records and, only when something is due, by a punctuator that is scheduled each time: a punctuator that ticks in vain
 * would make every task commit a transaction ten times a second. The consumer drops settled results that change nothing
 * before Streams sees them, and a thread that is idle commits at once.
 *
 * <p>Failures: an exception in a task rolls its transaction back, the thread dies and is replaced after a growing
 * pause; an unclean stop wipes the local store, which is restored from its changelog; a fenced thread is replaced too.
 */
@NullMarked
package dev.carillon.collector.streams;

import org.jspecify.annotations.NullMarked;
