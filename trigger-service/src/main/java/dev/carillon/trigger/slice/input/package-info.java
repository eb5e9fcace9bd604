/** Inputs of a slice: definitions, calendars, commands and outcomes. */
@NullMarked
package dev.carillon.trigger.slice.input;

import org.jspecify.annotations.NullMarked;
