/** The topics that a service needs: whether they are there, how they differ, and creating them. */
@NullMarked
package dev.carillon.kit.kafka.topic;

import org.jspecify.annotations.NullMarked;
