/** The names and meanings of what a trigger counts. */
@NullMarked
package dev.carillon.trigger.meter;

import org.jspecify.annotations.NullMarked;
