/**
 * Access of REST requests to the topics: they write records and read single ones. Lists come from the history and never
 * from here, so that they work without Kafka.
 */
@NullMarked
package dev.carillon.console.topics;

import org.jspecify.annotations.NullMarked;
