/** The records that the collector writes: outcomes, releases, dead letters, events, checks; and where each one goes. */
@NullMarked
package dev.carillon.collector.outcome;

import org.jspecify.annotations.NullMarked;
