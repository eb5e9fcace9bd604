/** Stands for the trigger of a house that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.trigger;

import org.jspecify.annotations.NullMarked;
