/** What all requests share that change something: doing a thing once, and waiting until it can be read back. */
@NullMarked
package dev.carillon.console.api.write;

import org.jspecify.annotations.NullMarked;
