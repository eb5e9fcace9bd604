/** The edge to the process that runs us: streams, environment, directories, colour. */
@NullMarked
package dev.carillon.standalone.terminal;

import org.jspecify.annotations.NullMarked;
