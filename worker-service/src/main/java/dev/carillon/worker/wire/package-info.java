/** Records as they come from and go to topics, free of the client library but for the class that translates. */
@NullMarked
package dev.carillon.worker.wire;

import org.jspecify.annotations.NullMarked;
