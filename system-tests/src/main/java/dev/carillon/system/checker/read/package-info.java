/** Reads all topics of a run and orders them by schedule and execution. */
@NullMarked
package dev.carillon.system.checker.read;

import org.jspecify.annotations.NullMarked;
