/** Commands about the whole cluster: status, workers, statistics, topics, routing, and listings of records. */
@NullMarked
package dev.carillon.cli.cluster;

import org.jspecify.annotations.NullMarked;
