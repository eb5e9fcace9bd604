/** One envelope for a record that came and one for a record to send, without types of the Kafka client. */
@NullMarked
package dev.carillon.kit.record;

import org.jspecify.annotations.NullMarked;
