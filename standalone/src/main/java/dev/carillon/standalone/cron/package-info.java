/** Explains cron expressions and forecasts fire times without a cluster. */
@NullMarked
package dev.carillon.standalone.cron;

import org.jspecify.annotations.NullMarked;
