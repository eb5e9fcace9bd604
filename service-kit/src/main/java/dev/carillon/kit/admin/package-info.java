/** A small HTTP server for operators: liveness, readiness with reasons, and metrics. */
@NullMarked
package dev.carillon.kit.admin;

import org.jspecify.annotations.NullMarked;
