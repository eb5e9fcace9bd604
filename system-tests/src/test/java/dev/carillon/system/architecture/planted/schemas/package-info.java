/** Stands for the contract of a house that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.schemas;

import org.jspecify.annotations.NullMarked;
