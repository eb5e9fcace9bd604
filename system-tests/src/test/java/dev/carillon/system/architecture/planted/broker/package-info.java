/** Stands for the classes of a broker. */
@NullMarked
package dev.carillon.system.architecture.planted.broker;

import org.jspecify.annotations.NullMarked;
