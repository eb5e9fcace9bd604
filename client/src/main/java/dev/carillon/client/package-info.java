/** The client library: it submits, waits, applies, commands and lists. Only classes named Kafka… use Kafka's client. */
@NullMarked
package dev.carillon.client;

import org.jspecify.annotations.NullMarked;
