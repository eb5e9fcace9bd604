/** What workers write about themselves: heartbeats, leases and log lines. */
@NullMarked
package dev.carillon.schemas.worker;

import org.jspecify.annotations.NullMarked;
