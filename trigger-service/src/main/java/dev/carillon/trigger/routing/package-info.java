/**
 * To which worker a tick goes, where its schedule or the cluster's default names a strategy other than hash.
 *
 * <p>A worker can't be sent a task: a partition can, and heartbeats say which partitions a worker has. So a strategy
 * chooses a worker, and the task goes to one of his partitions, each in its turn. Everything here is plain values: the same
 * heartbeats, own sends and random numbers give the same choices.
 *
 * <p>Terms. The <b>fleet</b> is what heartbeats say, put together by the thread that reads them and handed over whole. A
 * <b>hand</b> is one worker of it as the dispatcher sees him: with what was sent to him since. A <b>crew</b> is the hands
 * that serve one topic and type, and whose turn it is.
 *
 * <p>What a worker has to do is counted without a gap and without counting twice. He says of each partition how far he has
 * fetched it, and how many tasks he has in hand. What was fetched counts as long as he says that he has it; what was not
 * counts by the distance from there to the last record that the dispatcher knows to be there. A heartbeat that was under
 * way while tasks were sent therefore forgets none of them, whenever it comes. The distance also counts the marks of
 * transactions and what others sent in between: a little too much, and alike for all.
 *
 * <pre>
 * who is not chosen                          because
 * no heartbeat for 10 s, or signed off       he is gone
 * draining                                   what he has not begun goes to others soon
 * does not serve the queue or the type       the task would have to wait, or be refused
 * has no slots, or no partition of the topic nothing can be sent to him
 * weight 0, by weighted-round-robin          he said so
 *
 * failure                                    what happens
 * nobody is left to choose                   the task goes home; counted
 * a partition changes hands meanwhile        its next owner runs what lies there; he was not chosen, and nothing is lost
 * the slice is not committed                 what was counted for it is forgotten with it
 * another instance leads from now on         it begins without own sends, and knows the backlog of a partition after the
 *                                            first task that it sends there
 * </pre>
 */
@NullMarked
package dev.carillon.trigger.routing;

import org.jspecify.annotations.NullMarked;
