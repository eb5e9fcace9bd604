/** Tests of this room. */
@NullMarked
package dev.carillon.collector.intake;

import org.jspecify.annotations.NullMarked;
