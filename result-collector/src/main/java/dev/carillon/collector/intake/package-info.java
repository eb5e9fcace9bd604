/**
 * Turns bytes into events: every record of {@code results} and {@code delayed} becomes something that the ledger can
 * decide on, or is moved home, or is poison that goes to the dead letters.
 */
@NullMarked
package dev.carillon.collector.intake;

import org.jspecify.annotations.NullMarked;
