/**
 * What has happened, as rows that can be asked: the read model behind REST and page. The interfaces here ({@link
 * dev.carillon.console.history.Runs}, {@link dev.carillon.console.history.ScheduleBook}, {@link
 * dev.carillon.console.history.DeadLetters}, {@link dev.carillon.console.history.Board}) are all that others see of it.
 * They answer from the rows alone, from any thread, and never ask Kafka: with Kafka gone they go on answering, and
 * {@link dev.carillon.console.history.Freshness} says how old the answers are.
 */
@NullMarked
package dev.carillon.console.history;

import org.jspecify.annotations.NullMarked;
