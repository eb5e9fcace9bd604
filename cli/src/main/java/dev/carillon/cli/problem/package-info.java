/** Failures that only the command line has, each printed as one line with a stable code. */
@NullMarked
package dev.carillon.cli.problem;

import org.jspecify.annotations.NullMarked;
