@NullMarked
package dev.carillon.console;

import org.jspecify.annotations.NullMarked;
