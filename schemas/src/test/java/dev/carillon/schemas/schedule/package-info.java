@NullMarked
package dev.carillon.schemas.schedule;

import org.jspecify.annotations.NullMarked;
