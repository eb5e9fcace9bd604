/**
 * What the commands that only look ({@code status}, {@code workers}, {@code stats}, {@code why}) answer. The readers gather
 * records, the cores turn them into an answer without any I/O, and every answer names the records that say so.
 */
@NullMarked
package dev.carillon.standalone.look;

import org.jspecify.annotations.NullMarked;
