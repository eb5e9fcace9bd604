/**
 * What {@code carillon doctor} looks at. Each check gathers one fact through a port (Kafka…, Zookeeper…, Machine…) and
 * judges it in a pure function, so that every finding can be provoked with plain values.
 */
@NullMarked
package dev.carillon.standalone.doctor;

import org.jspecify.annotations.NullMarked;
