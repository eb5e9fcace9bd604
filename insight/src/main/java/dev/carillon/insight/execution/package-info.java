/** All records about one execution. */
@NullMarked
package dev.carillon.insight.execution;

import org.jspecify.annotations.NullMarked;
