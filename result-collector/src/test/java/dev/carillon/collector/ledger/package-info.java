/** Tests of this room. */
@NullMarked
package dev.carillon.collector.ledger;

import org.jspecify.annotations.NullMarked;
