/**
 * REST: the paths under {@code /v1}, as {@code openapi.yaml} beside these classes describes them. A request is checked
 * (host, origin, path, size, time) and goes to its resource, which reads from {@link dev.carillon.console.history} and
 * writes records. Every refusal is answered as a problem with a stable code.
 */
@NullMarked
package dev.carillon.console.api;

import org.jspecify.annotations.NullMarked;
