/** The commands by noun: what a person types, and what comes back. */
@NullMarked
package dev.carillon.standalone.cli;

import org.jspecify.annotations.NullMarked;
