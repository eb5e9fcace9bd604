/** Topics as a log: reading parts of them, their newest records, and writing. */
@NullMarked
package dev.carillon.client.log;

import org.jspecify.annotations.NullMarked;
