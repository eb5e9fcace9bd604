/** A package without a subject. */
@NullMarked
package dev.carillon.system.architecture.planted.misc;

import org.jspecify.annotations.NullMarked;
