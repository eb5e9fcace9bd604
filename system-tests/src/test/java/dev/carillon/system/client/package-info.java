/** The client library against a running system, and the examples of docs/client.md. */
@NullMarked
package dev.carillon.system.client;

import org.jspecify.annotations.NullMarked;
