/** Turns the text that a user types after {@code carillon once} into work. */
@NullMarked
package dev.carillon.standalone.words;

import org.jspecify.annotations.NullMarked;
