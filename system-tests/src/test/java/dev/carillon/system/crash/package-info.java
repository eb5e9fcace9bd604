/**
 * Kills the whole system in full swing, again and again, on the same data.
 *
 * <p>The all-in-one runs in a child JVM that is ended by SIGKILL. A kill counts only if it met something: a call under
 * way to the tests' own HTTP server is an attempt that was running, and a transaction that the broker shows as ongoing
 * when it is back was open.
 */
@NullMarked
package dev.carillon.system.crash;

import org.jspecify.annotations.NullMarked;
