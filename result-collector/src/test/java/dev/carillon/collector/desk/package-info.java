/** Tests of this room. */
@NullMarked
package dev.carillon.collector.desk;

import org.jspecify.annotations.NullMarked;
