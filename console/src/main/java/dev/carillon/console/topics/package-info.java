/**
 * The console's way to the topics, for whoever answers a request: writing records, and looking at single ones. What is
 * shown in lists comes from the history and never from here, so that it is there without Kafka.
 */
@NullMarked
package dev.carillon.console.topics;

import org.jspecify.annotations.NullMarked;
