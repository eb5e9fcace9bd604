/** Facts about brokers, topics, rights, ZooKeeper and this machine. */
@NullMarked
package dev.carillon.cli.doctor.fact;

import org.jspecify.annotations.NullMarked;
