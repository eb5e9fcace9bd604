@NullMarked
package dev.carillon.console.overdue;

import org.jspecify.annotations.NullMarked;
