/**
 * Which worker has claimed what, and when its silence has lasted long enough to call its claims lost.
 *
 * <p>No timer ever decides that a worker is lost. When one has been silent for a while, a CHECK record is appended to
 * the partition in which its signs of life arrive; when the check is read back, all records before it have been read.
 *
 * <p>States of a worker with open claims: alive → (4 s of silence) checked → (a sign of life) alive; checked → (a check
 * is read that lies 10 s or more behind the first one) lost. Failures: a broker outage stops signs of life and checks
 * alike, so no worker is lost by it; a restart of the collector forgets the first check and writes another, which only
 * takes longer; a lost worker that comes back is late, as its claims are past attempts.
 */
@NullMarked
package dev.carillon.collector.claim;

import org.jspecify.annotations.NullMarked;
