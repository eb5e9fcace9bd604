/** Polls definitions, commands, outcomes and the committed state. */
@NullMarked
package dev.carillon.trigger.intake;

import org.jspecify.annotations.NullMarked;
