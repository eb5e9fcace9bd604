/** Tests of the topic package. */
@NullMarked
package dev.carillon.schemas.topic;

import org.jspecify.annotations.NullMarked;
