/** {@code carillon up}: Kafka, ZooKeeper and every role in one process. */
@NullMarked
package dev.carillon.standalone.up;

import org.jspecify.annotations.NullMarked;
