/** Serves the built page; its sources are in {@code console/page}. */
@NullMarked
package dev.carillon.console.page;

import org.jspecify.annotations.NullMarked;
