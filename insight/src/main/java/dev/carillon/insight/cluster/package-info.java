/**
 * The state of the whole cluster: leader, groups, queues, backlog, statistics of ends, and what needs an operator.
 */
@NullMarked
package dev.carillon.insight.cluster;

import org.jspecify.annotations.NullMarked;
