/** Dead letters in the history. */
@NullMarked
package dev.carillon.console.history.deadletter;

import org.jspecify.annotations.NullMarked;
