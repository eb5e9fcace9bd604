/** Work read out of what a person types after {@code once}. */
@NullMarked
package dev.carillon.standalone.words;

import org.jspecify.annotations.NullMarked;
