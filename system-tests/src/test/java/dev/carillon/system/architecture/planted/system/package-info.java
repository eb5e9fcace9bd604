/** Stands for the checker in a code base that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.system;

import org.jspecify.annotations.NullMarked;
