/** What schedules share, over REST: calendars, and the routing of those that name none. */
@NullMarked
package dev.carillon.console.api.setting;

import org.jspecify.annotations.NullMarked;
