/** Tests of this package. */
@NullMarked
package dev.carillon.trigger.dispatch;

import org.jspecify.annotations.NullMarked;
