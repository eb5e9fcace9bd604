@NullMarked
package dev.carillon.trigger.slice.gap;

import org.jspecify.annotations.NullMarked;
