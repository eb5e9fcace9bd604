/** Stored schedules and calendars: read, compared, written, with an audit trail. */
@NullMarked
package dev.carillon.client.schedule;

import org.jspecify.annotations.NullMarked;
