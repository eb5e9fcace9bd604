/** Tests of this room. */
@NullMarked
package dev.carillon.trigger.dispatch;

import org.jspecify.annotations.NullMarked;
