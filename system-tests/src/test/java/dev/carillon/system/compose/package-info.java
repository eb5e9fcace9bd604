/**
 * Tests the container files without a container engine: reads and checks them, and runs the real command, environment
 * and health check of every service as child processes.
 *
 * <p>Not tested, because only an engine can show it: that the image builds and runs on a read-only file system.
 */
@NullMarked
package dev.carillon.system.compose;

import org.jspecify.annotations.NullMarked;
