/** Commands about this program itself: its settings, its version and its completion. */
@NullMarked
package dev.carillon.cli.process;

import org.jspecify.annotations.NullMarked;
