/** Submits tasks, cancels executions, and knows which queues exist. */
@NullMarked
package dev.carillon.client.submit;

import org.jspecify.annotations.NullMarked;
