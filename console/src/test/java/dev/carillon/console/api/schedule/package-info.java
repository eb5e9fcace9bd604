/** Tests of REST for schedules and cron expressions. */
@NullMarked
package dev.carillon.console.api.schedule;

import org.jspecify.annotations.NullMarked;
