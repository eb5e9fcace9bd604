/** Records of the input topics, decoded: definitions, calendars, and those that wait. */
@NullMarked
package dev.carillon.trigger.definition;

import org.jspecify.annotations.NullMarked;
