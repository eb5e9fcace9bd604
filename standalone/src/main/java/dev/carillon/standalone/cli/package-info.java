/** The commands of {@code carillon}, with their options, answers and errors. */
@NullMarked
package dev.carillon.standalone.cli;

import org.jspecify.annotations.NullMarked;
