/** Tests of REST for what schedules share. */
@NullMarked
package dev.carillon.console.api.setting;

import org.jspecify.annotations.NullMarked;
