/** Parts of several records: the work itself, its limits, who did it, and what was skipped. */
@NullMarked
package dev.carillon.schemas.work;

import org.jspecify.annotations.NullMarked;
