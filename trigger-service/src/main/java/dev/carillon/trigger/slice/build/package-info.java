/** One slice while it is decided: its records, the changed states, its size, and the next watermark. */
@NullMarked
package dev.carillon.trigger.slice.build;

import org.jspecify.annotations.NullMarked;
