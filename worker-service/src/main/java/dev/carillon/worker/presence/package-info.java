/** Tells others that this worker lives, what it serves and how busy it is, and checks its clock while doing so. */
@NullMarked
package dev.carillon.worker.presence;

import org.jspecify.annotations.NullMarked;
