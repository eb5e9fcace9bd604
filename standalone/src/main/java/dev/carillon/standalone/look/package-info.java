/**
 * The answers of the read-only commands {@code status}, {@code workers}, {@code stats} and {@code why}. Some classes
 * read the records, others turn them into an answer without any I/O, and each answer names its evidence.
 */
@NullMarked
package dev.carillon.standalone.look;

import org.jspecify.annotations.NullMarked;
