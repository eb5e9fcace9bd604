/**
 * Who tries to lead. Safety does not rest on it: two leaders at once cost a fence, not a tick.
 *
 * <p>Terms. An instance <b>queues</b> for leadership, <b>wins</b> a term, and <b>gives it up</b>. A term has a name, the path
 * of the node with which it was won; the same path again is the same term.
 *
 * <pre>
 * QUEUED ──won──► LEADING(path) ──give up──► RESTING ──enter──► QUEUED
 *                    │   ▲
 *                    └───┘ connection suspended, lost or back: nothing
 *
 * failure                               what happens
 * ZooKeeper is away for a while         the leader goes on; if the session is over, the next in line wins, fences it, and
 *                                       its next commit fails
 * the latch says so late that it lost   the same: only the producer's epoch counts
 * the node vanishes, and nobody says so  noticed within three seconds, and queued anew; a term goes on meanwhile. Who is next
 *                                       may have won by then and fence it
 * the nodes are given a login that we   said, and unready; the session ends, as its node would keep the others from
 * don't have                            leading. A term goes on until one of them fences it
 * another node of ours wins             a new path: newly won, so everything of a takeover is done again
 * two terms end by a fence within 10 s  somebody else believes to lead too: a new session clears what this one left behind
 * two instances both believe to lead    as when they know different ZooKeepers: who was fenced twice within a minute stands
 *                                       back while the other commits slices, and leads when those stop
 * </pre>
 */
@NullMarked
package dev.carillon.trigger.leadership;

import org.jspecify.annotations.NullMarked;
