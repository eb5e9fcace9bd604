/** Ports for tests. */
@NullMarked
package dev.carillon.kit.net;

import org.jspecify.annotations.NullMarked;
