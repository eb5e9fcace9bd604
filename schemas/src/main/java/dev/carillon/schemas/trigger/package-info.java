/** What the trigger writes down: slices, markers, the watermark and its progress. */
@NullMarked
package dev.carillon.schemas.trigger;

import org.jspecify.annotations.NullMarked;
