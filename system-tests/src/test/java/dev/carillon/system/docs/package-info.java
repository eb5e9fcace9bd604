/** Compares the documentation with the code. */
@NullMarked
package dev.carillon.system.docs;

import org.jspecify.annotations.NullMarked;
