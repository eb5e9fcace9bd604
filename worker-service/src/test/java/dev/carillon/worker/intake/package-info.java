/** Tests of the room of the same name. */
@NullMarked
package dev.carillon.worker.intake;

import org.jspecify.annotations.NullMarked;
