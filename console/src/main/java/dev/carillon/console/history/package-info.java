/**
 * The read model behind REST and page: what happened, stored as rows. Other packages query it through the interfaces
 * here: {@link dev.carillon.console.history.run.Runs}, {@link dev.carillon.console.history.schedule.ScheduleHistory}, {@link
 * dev.carillon.console.history.deadletter.DeadLetters} and {@link dev.carillon.console.history.state.CurrentState}. They answer from the
 * rows alone, from any thread, and never call Kafka, so they also answer while Kafka is down; then {@link
 * dev.carillon.console.history.HistoryFreshness} shows how old the answers are.
 */
@NullMarked
package dev.carillon.console.history;

import org.jspecify.annotations.NullMarked;
