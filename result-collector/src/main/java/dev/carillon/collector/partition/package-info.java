/**
 * One partition's work, free of Streams: take a record or look at the clock, ask the ledger, write the step into the
 * table, and hand out the records to send. Table and records are committed together by whoever calls.
 *
 * <p>Failures: an exception here rolls the whole round back and the record is read again; a record whose decision can't
 * be encoded goes to the dead letters with an Outcome that says so.
 */
@NullMarked
package dev.carillon.collector.partition;

import org.jspecify.annotations.NullMarked;
