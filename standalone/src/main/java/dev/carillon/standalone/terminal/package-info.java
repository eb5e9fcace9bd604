/** Access to the process: streams, environment, directories, colours. */
@NullMarked
package dev.carillon.standalone.terminal;

import org.jspecify.annotations.NullMarked;
