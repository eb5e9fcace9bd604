/** The topics that a cluster needs. */
@NullMarked
package dev.carillon.standalone.topics;

import org.jspecify.annotations.NullMarked;
