/** Stands for the kit in a code base that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.kit;

import org.jspecify.annotations.NullMarked;
