/** Records as the checker has seen them. */
@NullMarked
package dev.carillon.system.checker.seen;

import org.jspecify.annotations.NullMarked;
