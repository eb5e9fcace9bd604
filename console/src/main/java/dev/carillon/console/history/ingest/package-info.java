/**
 * From topics to rows: a consumer that is assigned by hand reads what has come, the fold puts it together, and the store
 * writes it with the positions it was read up to, in one transaction. A restart goes on from there and reads nothing
 * again; a transaction that fails leaves neither rows nor positions, and the same records are read once more.
 */
@NullMarked
package dev.carillon.console.history.ingest;

import org.jspecify.annotations.NullMarked;
