/** The other half of a package cycle. */
@NullMarked
package dev.carillon.system.architecture.planted.collector.two;

import org.jspecify.annotations.NullMarked;
