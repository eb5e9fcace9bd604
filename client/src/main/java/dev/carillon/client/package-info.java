/** What a client does with the topics: submit, wait, apply, command, list. But for the Kafka… classes, free of Kafka. */
@NullMarked
package dev.carillon.client;

import org.jspecify.annotations.NullMarked;
