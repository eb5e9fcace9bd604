/** Records as they are polled and sent, without types of the Kafka client except in the class that converts them. */
@NullMarked
package dev.carillon.worker.wire;

import org.jspecify.annotations.NullMarked;
