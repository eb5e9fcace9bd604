/** What the command line does with the topics: submit, wait, apply, command, list. Free of picocli and, but for the Kafka… classes, of Kafka. */
@NullMarked
package dev.carillon.standalone.client;

import org.jspecify.annotations.NullMarked;
