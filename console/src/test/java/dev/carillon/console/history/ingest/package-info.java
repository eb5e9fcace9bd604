@NullMarked
package dev.carillon.console.history.ingest;

import org.jspecify.annotations.NullMarked;
