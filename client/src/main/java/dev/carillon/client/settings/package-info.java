/** Reads and changes the settings of a cluster that are kept in Kafka. */
@NullMarked
package dev.carillon.client.settings;

import org.jspecify.annotations.NullMarked;
