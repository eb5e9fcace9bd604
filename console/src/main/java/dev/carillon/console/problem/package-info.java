/** What the console refuses or fails at, each with a stable code. */
@NullMarked
package dev.carillon.console.problem;

import org.jspecify.annotations.NullMarked;
