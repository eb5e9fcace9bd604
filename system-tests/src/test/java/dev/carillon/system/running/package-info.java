/**
 * A JUnit extension starts the whole system; tests use and observe it through {@link
 * dev.carillon.system.running.RunningCarillon}.
 *
 * <p>One broker serves all test classes of a JVM; each class has its own namespace, so that classes don't see each
 * other's topics. Tests wait for records, never for time.
 */
@NullMarked
package dev.carillon.system.running;

import org.jspecify.annotations.NullMarked;
