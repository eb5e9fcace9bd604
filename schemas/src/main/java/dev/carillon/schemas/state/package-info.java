/** The states of an execution and the only ways between them. */
@NullMarked
package dev.carillon.schemas.state;

import org.jspecify.annotations.NullMarked;
