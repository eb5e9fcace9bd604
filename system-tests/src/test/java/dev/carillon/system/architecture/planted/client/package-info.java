/** Stands for the client in a code base that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.client;

import org.jspecify.annotations.NullMarked;
