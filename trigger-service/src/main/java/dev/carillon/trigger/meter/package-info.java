/** The trigger's meters and their descriptions. */
@NullMarked
package dev.carillon.trigger.meter;

import org.jspecify.annotations.NullMarked;
