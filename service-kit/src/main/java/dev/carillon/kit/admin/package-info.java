/**
 * The small HTTP door for operators: liveness, readiness in words, and metrics.
 */
@NullMarked
package dev.carillon.kit.admin;

import org.jspecify.annotations.NullMarked;
