/**
 * Services inside another program: settings in code, a start that returns when the service runs or throws one clear
 * exception, a close that drains.
 *
 * <p>Nothing here ends the process, listens to signals, reads the environment, sets up logging or keeps static state:
 * two services in one JVM don't affect each other.
 */
@NullMarked
package dev.carillon.kit.embed;

import org.jspecify.annotations.NullMarked;
