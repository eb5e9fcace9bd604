/** Kafka clients with safe defaults, checks of topics, and one clear log line when no broker answers. */
@NullMarked
package dev.carillon.kit.kafka;

import org.jspecify.annotations.NullMarked;
