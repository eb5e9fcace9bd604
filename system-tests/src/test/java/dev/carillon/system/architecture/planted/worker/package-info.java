/** Stands for the worker in a code base that breaks the rules. */
@NullMarked
package dev.carillon.system.architecture.planted.worker;

import org.jspecify.annotations.NullMarked;
