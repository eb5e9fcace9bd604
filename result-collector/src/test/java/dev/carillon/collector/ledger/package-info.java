/** Tests of this package. */
@NullMarked
package dev.carillon.collector.ledger;

import org.jspecify.annotations.NullMarked;
