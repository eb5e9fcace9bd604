/**
 * The state of one schedule: its definition and all else that decides its next ticks. The trigger keeps it in the
 * marker of the schedule, and a forecast is made from that marker.
 */
@NullMarked
package dev.carillon.timing.state;

import org.jspecify.annotations.NullMarked;
