/** The workers that send heartbeats, and how much of the work each of them gets. */
@NullMarked
package dev.carillon.insight.worker;

import org.jspecify.annotations.NullMarked;
