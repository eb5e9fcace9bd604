/** Everything on a Kafka that asks who is calling. */
@NullMarked
package dev.carillon.system.security;

import org.jspecify.annotations.NullMarked;
