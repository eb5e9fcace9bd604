/** The whole console against the whole system. */
@NullMarked
package dev.carillon.system.console;

import org.jspecify.annotations.NullMarked;
