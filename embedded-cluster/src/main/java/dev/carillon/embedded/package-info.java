/**
 * A real Kafka broker and a real ZooKeeper in one JVM, for trying Carillon out, for development and for tests.
 *
 * <p>Both listen on the loopback address only and keep their data under one directory: {@code DIR/kafka}, {@code
 * DIR/zookeeper}, {@code DIR/cluster.properties} (cluster id and the ports used last) and {@code DIR/cluster.lock}.
 *
 * <p>States of a server: STOPPED → STARTING → RUNNING → STOPPING → STOPPED; a start that fails ends in STOPPED again
 * and releases everything, so that it can be repeated. A server that is started again keeps its port.
 *
 * <p>Failures:
 * <ul>
 *   <li>The directory can't be used, or another process holds its lock: {@link EmbeddedClusterException} before any
 *       server is started. The operating system holds the lock and releases it however the process ends.
 *   <li>A wanted port is taken: the server uses a free one and adds a notice, or, with strict ports, refuses.
 *   <li>The JVM is killed: nothing acknowledged is lost. The next start recovers the logs (bounded by the segment
 *       size). Before its broker starts, the controller ends the registration that the dead broker left: otherwise a
 *       transaction could be completed while a partition has no leader, which would leave the transaction open in that
 *       partition for ever.
 *   <li>The process stalls (suspended, or starved of CPU), for any time: the broker stays registered and goes on.
 *   <li>The disk is full or fails: Kafka takes its data directory offline. As it is the only one, the broker can't go
 *       on: it logs one line, and the JVM halts with status 1; once there is room, it continues where it stopped.
 *   <li>ZooKeeper's disk fails: it stops serving and logs it; sessions end, so leaders step down. It starts again with
 *       the process.
 * </ul>
 */
@NullMarked
package dev.carillon.embedded;

import org.jspecify.annotations.NullMarked;
