@NullMarked
package dev.carillon.console.history.fold;

import org.jspecify.annotations.NullMarked;
