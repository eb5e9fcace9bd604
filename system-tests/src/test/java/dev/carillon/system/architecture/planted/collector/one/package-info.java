/** One half of a package cycle. */
@NullMarked
package dev.carillon.system.architecture.planted.collector.one;

import org.jspecify.annotations.NullMarked;
