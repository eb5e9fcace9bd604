/** Tests of the topics' settings. */
@NullMarked
package dev.carillon.standalone.topics;

import org.jspecify.annotations.NullMarked;
