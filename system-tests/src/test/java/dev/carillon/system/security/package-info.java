/** Tests all roles on a Kafka with TLS, passwords and rights. */
@NullMarked
package dev.carillon.system.security;

import org.jspecify.annotations.NullMarked;
