/** Failures of the client, each with a stable code, and how it waits for answers. */
@NullMarked
package dev.carillon.client.problem;

import org.jspecify.annotations.NullMarked;
