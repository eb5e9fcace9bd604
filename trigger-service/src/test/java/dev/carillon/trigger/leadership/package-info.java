/** Tests of this room. */
@NullMarked
package dev.carillon.trigger.leadership;

import org.jspecify.annotations.NullMarked;
