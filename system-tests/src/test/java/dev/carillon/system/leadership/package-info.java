/** Tests that ticks and running work go on when leadership changes, is tampered with, or ZooKeeper is down. */
@NullMarked
package dev.carillon.system.leadership;

import org.jspecify.annotations.NullMarked;
