/** What happens to executions, as events: derived from records, and delivered to listeners. */
@NullMarked
package dev.carillon.client.event;

import org.jspecify.annotations.NullMarked;
