/**
 * What the next slice does: a pure function of the catalogue, the waiting inputs and the time.
 *
 * <p>A slice is one transaction of one of five kinds, so that inputs are applied between ticks and never among them:
 *
 * <ul>
 *   <li><b>gap</b>: no trigger led for longer than the grace. All instants after the watermark up to
 *       {@code now - grace} are decided once, by each schedule's rule for missed ticks, one schedule after the other.
 *       While this lasts no input is applied. The watermark stands still, a cursor moves; with the last schedule the
 *       watermark jumps and the cursor is deleted.
 *   <li><b>ticks</b>: the schedules due at the first due instant become tasks, in the order of their taskIds. A full
 *       slice stops within the instant; the watermark names the taskId.
 *   <li><b>inputs</b>: outcomes, calendars, definitions and commands are applied at the watermark, which does not move.
 *       What an input ends (a pause, a version) is decided in the same slice.
 *   <li><b>backfill</b>: if no tick is due, backfills dispatch their next executions; also in the room left in a slice
 *       of inputs. The watermark does not move.
 *   <li><b>idle</b>: the watermark alone moves, before inputs are applied and now and then.
 * </ul>
 *
 * <p>Terms. A version fires the instants after its <b>floor</b>: the watermark when it was applied, and for the first
 * version of a generation no earlier than its record's append time. A <b>generation</b> is a schedule between its
 * creation and its deletion. A <b>pause gap</b> begins at the floor in the paused schedule's marker and ends at the
 * watermark of the slice that applies the next definition: a resumed schedule makes up for it by its rule for missed
 * ticks, one that is deleted or stays paused under another timing skips it as PAUSED.
 *
 * <pre>
 * failure                                     what happens
 * a definition can't be used                  dead letter and event; the last good one goes on, kept in the marker
 * its queue does not exist                    the same, code UNKNOWN_QUEUE
 * the queue of a schedule in force vanishes   its ticks are SKIPPED, reason BROKEN
 * the zone of one in force is unknown here    parked before anything else is decided: BROKEN, an event; it does not
 *                                             fire until it is applied again
 * the times of one in force can't be worked   parked likewise, and all that share its rule: BROKEN, EVALUATION_FAILED;
 * out                                         its missed ticks are decided when it is applied again
 * a command can't be used                     dead letter
 * a command is read before the definitions    it waits for them, and later commands behind it; for two seconds, or an
 * that were there first                       unreadable definition would stop all
 * the leader dies anywhere                    nothing here: plans change no state, only committed slices do
 * </pre>
 */
@NullMarked
package dev.carillon.trigger.slice;

import org.jspecify.annotations.NullMarked;
