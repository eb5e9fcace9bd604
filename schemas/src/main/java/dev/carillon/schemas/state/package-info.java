/** The states of an execution and the transitions between them. */
@NullMarked
package dev.carillon.schemas.state;

import org.jspecify.annotations.NullMarked;
