/** The topics: names, partitions, settings. */
@NullMarked
package dev.carillon.schemas.topic;

import org.jspecify.annotations.NullMarked;
