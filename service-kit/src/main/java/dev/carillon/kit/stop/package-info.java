/**
 * From a signal of the operating system to an orderly stop with a deadline and an exit code.
 */
@NullMarked
package dev.carillon.kit.stop;

import org.jspecify.annotations.NullMarked;
