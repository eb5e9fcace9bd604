/**
 * Kafka clients with one set of safe defaults, wanted topics against real ones, and one clear line when no broker answers.
 */
@NullMarked
package dev.carillon.kit.kafka;

import org.jspecify.annotations.NullMarked;
