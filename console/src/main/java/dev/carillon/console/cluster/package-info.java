/** What only looking at a whole cluster tells: who leads, what waits where. Somebody who can look hands it in. */
@NullMarked
package dev.carillon.console.cluster;

import org.jspecify.annotations.NullMarked;
