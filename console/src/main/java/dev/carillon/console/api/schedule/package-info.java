/** Schedules over REST, and questions about cron expressions. */
@NullMarked
package dev.carillon.console.api.schedule;

import org.jspecify.annotations.NullMarked;
