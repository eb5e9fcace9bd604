/** REST for what schedules share: calendars and the default routing. */
@NullMarked
package dev.carillon.console.api.setting;

import org.jspecify.annotations.NullMarked;
