/** Making the topics. */
@NullMarked
package dev.carillon.standalone.topics;

import org.jspecify.annotations.NullMarked;
