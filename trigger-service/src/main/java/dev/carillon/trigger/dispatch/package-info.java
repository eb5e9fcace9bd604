/**
 * The leader's way from a plan to a committed slice, and from a won term to the first plan.
 *
 * <pre>
 * READING ──all that is there is read, or nobody else is in line──► STANDBY
 *
 * STANDBY ──newly won──► TAKING_OVER ──all read──► LEADING ──asked to stop, at a calm moment──► LEFT
 *    ▲                        │                       │                                          ▲
 *    └──── pause over ──── RESTING ◄──any error───────┘       all others, when asked: at once ───┘
 * </pre>
 *
 * <p>A leader that is to stop hands over: it goes on until nothing is due soon and no full minute is near, or nobody is next in
 * line, or its time is over; then it lets go of the producer and leaves the line, so that the next one leads at once.
 *
 * <p>In every state what others committed is read and applied. TAKING_OVER keeps one order, and every other loses ticks or
 * brings deleted schedules back: first {@code initTransactions()}, which fences whoever led before and ends his open
 * transaction; then {@code trigger-state} is read until the committed position reaches the end that the log has now; then
 * {@code schedules} and {@code calendars} at least to the positions recorded there; {@code control} counts from its position
 * recorded there, and {@code outcomes}, where somebody may wait for one, are followed from theirs; then it goes on from the
 * watermark.
 *
 * <pre>
 * failure                                  what happens
 * any error while a slice is committed     whether it was committed is unknown: producer closed, term given up, a random
 *                                          pause, queue again. If it was, its watermark is read like another's.
 * fenced                                   the same; it can't be told apart from a time-out
 * two such ends within 10 s                the ZooKeeper session is given up too
 * a record bears a time before what the    by more than 2 s: abort. Our clock runs ahead of the brokers': tasks would start
 * slice decides (ticks, watermark, gap)    early, and ticks still to come be skipped. The same way out, so that another
 *                                          with a better clock may lead
 * our clock is set by more than 2 s        held against the monotonic one before each slice: the same way out
 * our clock is behind by more than 2 s     found by the append time of a slice of our own or of the newest in trigger-state,
 *                                          and by a watermark in our future: no term is begun, and the one we have ends;
 *                                          unready and said each time, with a rest in which another instance leads
 * a slice is too large to be committed     the next one is half as large, down to one record
 * the state can't be read (newer version)  a takeover is refused, before the fence if it is known by then; another may lead
 * nothing more to read comes for 30 s      a starting instance stands in line behind others without knowing all schedules
 * the state can't be read on for 60 s      the same, said as STATE_NOT_READ: the former leader is fenced, so another one has to
 *                                          try
 * nobody tells where outcomes end          it leads: ticks go on, inputs wait, and outcomes are read on from where they were
 * taking in fails                          what is known has a hole: the service ends as FAILED
 * Kafka is away                            as any error; the takeover fails until it is back
 * </pre>
 */
@NullMarked
package dev.carillon.trigger.dispatch;

import org.jspecify.annotations.NullMarked;
