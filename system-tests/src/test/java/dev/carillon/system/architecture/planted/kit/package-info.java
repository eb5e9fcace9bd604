/** Stands for the kit of a house that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.kit;

import org.jspecify.annotations.NullMarked;
