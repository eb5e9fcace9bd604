@NullMarked
package dev.carillon.schemas.offset;

import org.jspecify.annotations.NullMarked;
