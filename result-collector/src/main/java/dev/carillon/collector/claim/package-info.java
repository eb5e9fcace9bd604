/**
 * Who has claimed what, and when silence has lasted long enough to call a claim lost.
 *
 * <p>No timer ever decides that a worker is gone. When one was silent for a while, a question (CHECK) is appended to the
 * partition in which its signs of life arrive; when the question is read back, all that was there before has been read.
 *
 * <p>States of a worker with open claims: heard → (4 s silent) asked → (a sign) heard; asked → (the answer to a question
 * that lies 10 s or more behind the first one) lost. Failures: a broker outage stops signs and questions alike, so nobody
 * is lost by it; a restart of the collector forgets the first question and asks anew, which only takes longer; a lost
 * worker that comes back is late, its claims are attempts of the past.
 */
@NullMarked
package dev.carillon.collector.claim;

import org.jspecify.annotations.NullMarked;
