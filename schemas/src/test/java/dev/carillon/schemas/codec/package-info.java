@NullMarked
package dev.carillon.schemas.codec;

import org.jspecify.annotations.NullMarked;
