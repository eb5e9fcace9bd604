/**
 * From topics to rows: a manually assigned consumer reads records, the fold combines them, and the store writes the
 * rows and the positions after these records in one transaction. A restart continues at these positions and reads no
 * record twice; a transaction that fails leaves neither rows nor positions, and the same records are read again.
 */
@NullMarked
package dev.carillon.console.history.ingest;

import org.jspecify.annotations.NullMarked;
