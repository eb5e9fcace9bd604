/** All schedules of a cluster with what decides when they fire. */
@NullMarked
package dev.carillon.insight.schedule;

import org.jspecify.annotations.NullMarked;
