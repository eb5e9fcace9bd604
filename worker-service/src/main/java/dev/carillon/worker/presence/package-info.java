/**
 * Heartbeats and leases: that this worker lives, what it serves and how busy it is; the acknowledgements of heartbeats
 * also check its clock.
 */
@NullMarked
package dev.carillon.worker.presence;

import org.jspecify.annotations.NullMarked;
