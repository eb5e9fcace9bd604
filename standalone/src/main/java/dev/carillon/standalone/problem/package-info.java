/** What only the command line can meet, said in one line under a stable code. */
@NullMarked
package dev.carillon.standalone.problem;

import org.jspecify.annotations.NullMarked;
