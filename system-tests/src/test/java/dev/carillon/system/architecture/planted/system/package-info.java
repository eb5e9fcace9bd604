/** Stands for the checker of a house that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.system;

import org.jspecify.annotations.NullMarked;
