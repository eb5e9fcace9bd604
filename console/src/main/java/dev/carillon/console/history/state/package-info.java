/** What is open, overdue or counted at this moment. */
@NullMarked
package dev.carillon.console.history.state;

import org.jspecify.annotations.NullMarked;
