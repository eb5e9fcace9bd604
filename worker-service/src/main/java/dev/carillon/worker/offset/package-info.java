/**
 * Tracks how far each partition is done, in a form that survives a crash: the committed offset is the first record that
 * is not done, and the offset's metadata names the other records that are not done (the holes) up to the end of what
 * was fetched. Free of Kafka types.
 *
 * <p>States of a partition here: {@code CLEAN} (taken over, nothing started) → {@code OPENING} (the mark is in the
 * transaction under way) → {@code OPEN} (records may have been started) → released (revoked or lost: what still refers
 * to it is stale). Tasks start on OPEN partitions only, so that a successor knows which records may have been started.
 *
 * <table>
 * <caption>Failures and what follows</caption>
 * <tr><th>what happens</th><th>what follows</th></tr>
 * <tr><td>crash between two commits</td><td>the successor runs the holes again and everything from the end on; what was
 * committed is skipped</td></tr>
 * <tr><td>commit of unknown outcome</td><td>the committed point is read back; what it shows as done is done, the rest
 * goes into the next commit</td></tr>
 * <tr><td>a hole's record was deleted by retention</td><td>it is dropped when a later record arrives, and
 * counted</td></tr>
 * <tr><td>too many holes</td><td>the partition is paused until some are done</td></tr>
 * <tr><td>metadata of an unknown format</td><td>the partition counts as open: records are claimed before they
 * run</td></tr>
 * </table>
 */
@NullMarked
package dev.carillon.worker.offset;

import org.jspecify.annotations.NullMarked;
