/** Example programs, each complete in one file. */
@NullMarked
package dev.carillon.examples;

import org.jspecify.annotations.NullMarked;
