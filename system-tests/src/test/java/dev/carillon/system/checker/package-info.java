/** Plants what the checker has to find. */
@NullMarked
package dev.carillon.system.checker;

import org.jspecify.annotations.NullMarked;
