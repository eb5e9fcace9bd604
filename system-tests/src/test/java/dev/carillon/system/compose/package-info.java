/**
 * The containers, as far as they can be tried without a container engine: the files are read and checked, and the real
 * command, environment and health check of every service run as child processes.
 *
 * <p>What only an engine can show stays open: that the image is built, and that its read-only file system suffices.
 */
@NullMarked
package dev.carillon.system.compose;

import org.jspecify.annotations.NullMarked;
