/** The all-in-one: a cluster, every role, and one block of words about it. */
@NullMarked
package dev.carillon.standalone.up;

import org.jspecify.annotations.NullMarked;
