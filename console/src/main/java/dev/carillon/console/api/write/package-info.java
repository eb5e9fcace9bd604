/** Shared by all changing requests: idempotency keys, version checks, and waiting until the history shows a write. */
@NullMarked
package dev.carillon.console.api.write;

import org.jspecify.annotations.NullMarked;
