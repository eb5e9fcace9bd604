/** Status of the whole cluster and the trigger's markers, each cached for the requests that need it. */
@NullMarked
package dev.carillon.console.cluster;

import org.jspecify.annotations.NullMarked;
