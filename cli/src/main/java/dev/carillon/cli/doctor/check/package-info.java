/** Judges facts. Every check is a pure function, so that tests can provoke every finding with plain values. */
@NullMarked
package dev.carillon.cli.doctor.check;

import org.jspecify.annotations.NullMarked;
