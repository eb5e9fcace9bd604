/** How long a failed execution rests, and whether it is tried again at all; pure functions, tabulated in their tests. */
@NullMarked
package dev.carillon.schemas.retry;

import org.jspecify.annotations.NullMarked;
