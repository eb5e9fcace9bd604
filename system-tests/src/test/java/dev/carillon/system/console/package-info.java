/** Tests the console against a running system. */
@NullMarked
package dev.carillon.system.console;

import org.jspecify.annotations.NullMarked;
