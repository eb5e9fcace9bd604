/**
 * Starts and stops everything that runs.
 *
 * <p>States: {@code NEW → STARTING → RUNNING → STOPPING → STOPPED}; a start that fails ends in {@code FAILED}, so does
 * a running service that breaks. From {@code FAILED} and {@code STOPPED} a service may start again.
 *
 * <p>Failures and what happens: start throws → its resources are released, {@code FAILED}; stop before start → {@code
 * STOPPED}; stop during start → waits for the start within its deadline, and a start that ends later stops itself and
 * throws; stop throws → {@code FAILED}, stop may be called again; a step of a group fails or hangs → the others are
 * still stopped.
 */
@NullMarked
package dev.carillon.kit.lifecycle;

import org.jspecify.annotations.NullMarked;
