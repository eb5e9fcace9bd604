/** Tests of the room of the same name. */
@NullMarked
package dev.carillon.worker.report;

import org.jspecify.annotations.NullMarked;
