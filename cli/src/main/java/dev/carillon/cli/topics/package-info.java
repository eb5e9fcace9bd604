/** The topics that a cluster needs. */
@NullMarked
package dev.carillon.cli.topics;

import org.jspecify.annotations.NullMarked;
