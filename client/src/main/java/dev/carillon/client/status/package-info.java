/** The state of one execution, from its records. */
@NullMarked
package dev.carillon.client.status;

import org.jspecify.annotations.NullMarked;
