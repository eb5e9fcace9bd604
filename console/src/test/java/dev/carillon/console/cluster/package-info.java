/** Tests of the look at the cluster. */
@NullMarked
package dev.carillon.console.cluster;

import org.jspecify.annotations.NullMarked;
