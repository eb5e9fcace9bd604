/** REST over real HTTP, on topics and rows in memory. */
@NullMarked
package dev.carillon.console.api;

import org.jspecify.annotations.NullMarked;
