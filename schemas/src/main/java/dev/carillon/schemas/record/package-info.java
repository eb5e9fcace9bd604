/** The values of Kafka records: one immutable Java record per kind. */
@NullMarked
package dev.carillon.schemas.record;

import org.jspecify.annotations.NullMarked;
