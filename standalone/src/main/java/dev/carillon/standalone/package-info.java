/** The one runnable jar: every role, the command line and the all-in-one. */
@NullMarked
package dev.carillon.standalone;

import org.jspecify.annotations.NullMarked;
