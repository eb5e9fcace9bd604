/** Task records as they are polled, and what is to become of each: a pure judgement. */
@NullMarked
package dev.carillon.worker.intake;

import org.jspecify.annotations.NullMarked;
