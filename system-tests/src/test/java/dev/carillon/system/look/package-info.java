/** Runs the read-only commands on a running system. */
@NullMarked
package dev.carillon.system.look;

import org.jspecify.annotations.NullMarked;
