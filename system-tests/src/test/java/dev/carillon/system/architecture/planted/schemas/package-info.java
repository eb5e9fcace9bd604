/** Stands for the contract in a code base that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.schemas;

import org.jspecify.annotations.NullMarked;
