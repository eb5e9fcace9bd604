/**
 * REST: the paths under {@code /v1}, as {@code openapi.yaml} beside these classes describes them. A request passes the
 * door (host, origin, path, size, time), then its resource, which reads from {@link dev.carillon.console.history} and
 * writes records; whatever is refused on the way leaves as one problem with a stable code.
 */
@NullMarked
package dev.carillon.console.api;

import org.jspecify.annotations.NullMarked;
