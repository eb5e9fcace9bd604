/**
 * The checks of {@code carillon doctor}. Each gathers one fact through a port (Kafka…, Zookeeper…, Local…) and
 * judges it in a pure function, so that tests can provoke every finding with plain values.
 */
@NullMarked
package dev.carillon.standalone.doctor;

import org.jspecify.annotations.NullMarked;
