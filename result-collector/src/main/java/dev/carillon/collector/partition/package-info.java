/**
 * The work of one partition, free of Streams: process a record or what is due, let the ledger decide, write the change
 * into the table, and return the records to send. The caller commits table and records together.
 *
 * <p>Failures: an exception here rolls the whole round back and the record is read again; a record whose decision can't
 * be encoded goes to the dead letters with an Outcome that says so.
 */
@NullMarked
package dev.carillon.collector.partition;

import org.jspecify.annotations.NullMarked;
