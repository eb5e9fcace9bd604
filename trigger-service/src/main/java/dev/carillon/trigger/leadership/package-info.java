/**
 * Chooses the instance that tries to lead. Safety does not depend on it: two leaders at once cost a fence, not a tick.
 *
 * <p>Terms. An instance <b>queues</b> for leadership, <b>wins</b> a term, and <b>gives it up</b>. A term has a name,
 * the path of the node with which it was won; the same path again is the same term.
 *
 * <pre>
 * QUEUED ──won──► LEADING(path) ──give up──► RESTING ──enter──► QUEUED
 *                    │   ▲
 *                    └───┘ connection suspended, lost or back: nothing
 *
 * failure                               what happens
 * ZooKeeper is away for a while         the leader goes on; if its session ends, the next in line wins and fences it,
 *                                       and its next commit fails
 * the latch reports a loss late         the same: only the producer's epoch counts
 * the node vanishes without notice      found within three seconds, and the instance queues again; a term goes on
 *                                       meanwhile. The next in line may have won by then, and fences it
 * the nodes are given a login that we   logged, and not ready; the session ends, as its node would keep the others from
 * don't have                            leading. A term goes on until one of them fences it
 * another node of this instance wins    a new path means a new term, so the whole takeover is done again
 * two terms end by a fence within 10 s  another instance leads too: a new session removes the nodes that the old one
 *                                       left
 * two instances are both elected        as when they name different ZooKeepers: the one that was fenced twice within a
 *                                       minute stands by while the other commits slices, and leads when those stop
 * </pre>
 */
@NullMarked
package dev.carillon.trigger.leadership;

import org.jspecify.annotations.NullMarked;
