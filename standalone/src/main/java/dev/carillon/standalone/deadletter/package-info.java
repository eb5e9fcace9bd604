/** What the command line says of dead letters; what is done with them is the client's. */
@NullMarked
package dev.carillon.standalone.deadletter;

import org.jspecify.annotations.NullMarked;
