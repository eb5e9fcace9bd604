/** Stands for the worker of a house that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.worker;

import org.jspecify.annotations.NullMarked;
