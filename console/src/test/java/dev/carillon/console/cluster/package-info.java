/** Tests of the cached status of the cluster. */
@NullMarked
package dev.carillon.console.cluster;

import org.jspecify.annotations.NullMarked;
