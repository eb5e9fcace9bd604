/** What people ask of running work: the commands in {@code control}, read whole before anything starts. */
@NullMarked
package dev.carillon.worker.control;

import org.jspecify.annotations.NullMarked;
