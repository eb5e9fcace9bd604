/** How durations are written, in records, settings and commands alike. */
@NullMarked
package dev.carillon.schemas.duration;

import org.jspecify.annotations.NullMarked;
