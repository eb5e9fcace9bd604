/**
 * How everything that runs is started and stopped.
 *
 * <p>States: {@code NEW → STARTING → RUNNING → STOPPING → STOPPED}; a start that fails ends in {@code FAILED}, a running
 * service that breaks does too. From {@code FAILED} and {@code STOPPED} a service may start afresh.
 *
 * <p>Failures and what happens: start throws → what it had taken is released, {@code FAILED}; stop before start → {@code
 * STOPPED}; stop during start → waits for the start within its deadline, and a start that ends later stops itself and
 * throws; stop throws → {@code FAILED}, stop may be called again; a step of a group fails or hangs → the others are
 * stopped all the same.
 */
@NullMarked
package dev.carillon.kit.lifecycle;

import org.jspecify.annotations.NullMarked;
