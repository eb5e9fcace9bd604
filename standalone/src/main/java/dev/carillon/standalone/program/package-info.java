/** The commands that need services in this process, and the program as a whole. */
@NullMarked
package dev.carillon.standalone.program;

import org.jspecify.annotations.NullMarked;
