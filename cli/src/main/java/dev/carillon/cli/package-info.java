/** The command line: the tree of commands, the program that they are part of, and the line for each failure. */
@NullMarked
package dev.carillon.cli;

import org.jspecify.annotations.NullMarked;
