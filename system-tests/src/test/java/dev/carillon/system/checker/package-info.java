/** Tests that the checker finds planted faults. */
@NullMarked
package dev.carillon.system.checker;

import org.jspecify.annotations.NullMarked;
