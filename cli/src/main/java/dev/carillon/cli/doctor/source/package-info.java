/** Gathers facts from Kafka, from addresses and from this machine. */
@NullMarked
package dev.carillon.cli.doctor.source;

import org.jspecify.annotations.NullMarked;
