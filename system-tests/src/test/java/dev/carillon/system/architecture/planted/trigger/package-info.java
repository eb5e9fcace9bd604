/** Stands for the trigger in a code base that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.trigger;

import org.jspecify.annotations.NullMarked;
