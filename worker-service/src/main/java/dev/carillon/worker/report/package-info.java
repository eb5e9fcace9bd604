/**
 * The records that the worker writes about each attempt, and the topics they go to.
 *
 * <table>
 * <caption>How an attempt ends, and which result is written</caption>
 * <tr><th>end</th><th>record in {@code results}</th></tr>
 * <tr><td>the handler returns</td><td>SUCCEEDED with its data, without the task; of a first attempt that came by {@code
 * tasks} and was never claimed, also the execution's outcome, and the result has the header {@code settled}</td></tr>
 * <tr><td>the handler throws</td><td>FAILED with its code and the task; a failure not to be retried names its code in
 * the task's giveUpOn</td></tr>
 * <tr><td>the timeout passes</td><td>TIMED_OUT with the task, whether or not the handler stops</td></tr>
 * <tr><td>a command cancels it</td><td>CANCELLED with the task</td></tr>
 * <tr><td>the deadline passes before the start</td><td>EXPIRED with the task</td></tr>
 * <tr><td>the worker drains</td><td>HANDED_BACK with the task; FAILED, code DRAINED, if it must not run twice and has
 * started</td></tr>
 * <tr><td>the result is too large</td><td>the same end without data; FAILED, code RECORD_TOO_LARGE, if it had been a
 * success</td></tr>
 * </table>
 */
@NullMarked
package dev.carillon.worker.report;

import org.jspecify.annotations.NullMarked;
