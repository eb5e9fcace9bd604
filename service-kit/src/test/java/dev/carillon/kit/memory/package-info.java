/** Tests of the room of the same name. */
@NullMarked
package dev.carillon.kit.memory;

import org.jspecify.annotations.NullMarked;
