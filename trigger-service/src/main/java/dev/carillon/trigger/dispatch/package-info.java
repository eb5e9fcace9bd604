/**
 * The leader's steps from a plan to a committed slice, and from a won term to the first plan.
 *
 * <pre>
 * READING ──all is read, or no other instance is queued──► STANDBY
 *
 * STANDBY ──newly won──► TAKING_OVER ──all read──► LEADING ──asked to stop, at a calm moment──► LEFT
 *    ▲                        │                       │                                          ▲
 *    └──── pause over ──── RESTING ◄──any error───────┘       all others, when asked: at once ───┘
 * </pre>
 *
 * <p>A stopping leader hands over: it goes on until no tick is due soon and no full minute is near, or no instance is
 * next in line, or its time is over. Then it closes the producer and leaves the queue, so that the next one leads at
 * once.
 *
 * <p>In every state the slices of other instances are read and applied. TAKING_OVER works in this order, as any other
 * order would lose ticks or bring deleted schedules back: first {@code initTransactions()}, which fences the former
 * leader and ends its open transaction; then {@code trigger-state} is read until the committed position reaches the end
 * that the log has now; then {@code schedules} and {@code calendars} at least to the positions recorded there;
 * {@code control} counts from its position recorded there; {@code outcomes} are followed from theirs, if a schedule may
 * wait for one; then planning goes on from the watermark.
 *
 * <pre>
 * failure                                  what happens
 * any error while a slice is committed     whether it was committed is unknown: producer closed, term given up, a
 *                                          random pause, queue again. If it was, its watermark is read like another's.
 * fenced                                   the same; it can't be distinguished from a time-out
 * two such ends within 10 s                the ZooKeeper session is closed too
 * a record has a time before what the      by more than 2 s: abort. Our clock runs ahead of the brokers': tasks would
 * slice decides (ticks, watermark, gap)    start early, and future ticks would be skipped. The term ends, so that
 *                                          another instance with a better clock may lead
 * our clock is set by more than 2 s        compared with the monotonic one before each slice: the term ends
 * our clock is behind by more than 2 s     found by the append time of an own slice or of the newest in trigger-state,
 *                                          and by a watermark in our future: no term begins, and a term that was won
 *                                          ends; not ready, logged, with a rest in which another instance leads
 * a slice is too large to be committed     the next one is half as large, down to one record
 * the state can't be read (newer version)  a takeover is refused, before the fence if known then; another may lead
 * no record comes for 30 s at the start    the instance queues behind others without knowing all schedules
 * no record comes for 60 s at a takeover   the term ends with STATE_NOT_READ: the former leader is fenced, so another
 *                                          instance has to try
 * the ends of outcomes are unknown         it leads: ticks go on, inputs wait, and outcomes are read on from where they
 *                                          were
 * applying a read record fails             the state in memory is incomplete: the service ends as FAILED
 * Kafka is away                            like any error; the takeover fails until it is back
 * </pre>
 */
@NullMarked
package dev.carillon.trigger.dispatch;

import org.jspecify.annotations.NullMarked;
