/** {@code carillon up --demo}: example schedules, and a line for each of their outcomes. */
@NullMarked
package dev.carillon.standalone.demo;

import org.jspecify.annotations.NullMarked;
