/**
 * Chooses the worker of a tick whose schedule, or the cluster's default, names a strategy other than hash.
 *
 * <p>A task is sent to a partition, not to a worker, and heartbeats list the partitions that each worker has. So a
 * strategy chooses a worker, and the task goes to one of its partitions, each in turn. The choice depends on values
 * only: the same heartbeats, own sends and random numbers give the same choices.
 *
 * <p>Terms. The <b>fleet</b> is all workers that are online, built by the thread that reads heartbeats and published
 * whole. A <b>worker load</b> is one worker's last heartbeat plus the tasks sent to it since. The <b>candidates</b> are
 * the workers that serve one topic and type, with a count of their turns.
 *
 * <p>Each task of a worker is counted exactly once. A heartbeat reports how far the worker has fetched each partition,
 * and how many tasks it has. A fetched task counts while the heartbeat includes it. The tasks not yet fetched are the
 * distance from that position to the last record that this instance wrote there. A heartbeat sent before tasks were
 * dispatched but read after them therefore loses none. The distance also includes transaction markers and records of
 * other producers, so it is a little too high, alike for all workers.
 *
 * <pre>
 * a worker is not chosen if                  because
 * no heartbeat for 10 s, or it signed off    it is offline
 * it is draining                             the tasks that it has not begun go to other workers soon
 * it does not serve the queue or the type    the task would wait, or be refused
 * it has no slots or no partition there      no task can be sent to it
 * weight 0, with weighted-round-robin        its configuration says so
 *
 * failure                                    what happens
 * no worker is left to choose                the hash of the key chooses the partition; counted
 * a partition is reassigned meanwhile        its next owner runs the task, though it was not chosen; no task is lost
 * the slice is not committed                 loads and turns are dropped, and counted again from the heartbeats
 * another instance becomes the leader        it knows no own sends yet, and learns the backlog of a partition with the
 *                                            first task that it writes there
 * </pre>
 */
@NullMarked
package dev.carillon.trigger.routing;

import org.jspecify.annotations.NullMarked;
