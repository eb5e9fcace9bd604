/** The example schedules, and the story of their outcomes. */
@NullMarked
package dev.carillon.standalone.demo;

import org.jspecify.annotations.NullMarked;
