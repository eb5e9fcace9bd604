/**
 * The whole system, running: one JUnit extension starts it, and tests talk to it and watch it through
 * {@link dev.carillon.system.running.RunningCarillon}.
 *
 * <p>One broker serves all test classes of a JVM; each class has a namespace of its own, so none sees another's
 * topics. Tests wait for records, never for time.
 */
@NullMarked
package dev.carillon.system.running;

import org.jspecify.annotations.NullMarked;
