/** The terminal: streams, environment, directories, colours, tables and lines. */
@NullMarked
package dev.carillon.cli.terminal;

import org.jspecify.annotations.NullMarked;
