/** How an execution is named, and where it is at home. */
@NullMarked
package dev.carillon.schemas.key;

import org.jspecify.annotations.NullMarked;
