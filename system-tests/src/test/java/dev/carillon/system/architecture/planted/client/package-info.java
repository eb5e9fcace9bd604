/** Stands for the client of a house that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.client;

import org.jspecify.annotations.NullMarked;
