/** What authors define: schedules, calendars and settings. */
@NullMarked
package dev.carillon.schemas.schedule;

import org.jspecify.annotations.NullMarked;
