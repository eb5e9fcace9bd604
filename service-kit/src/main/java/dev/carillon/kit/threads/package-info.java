/**
 * Named threads, and virtual ones where the JVM has them.
 */
@NullMarked
package dev.carillon.kit.threads;

import org.jspecify.annotations.NullMarked;
