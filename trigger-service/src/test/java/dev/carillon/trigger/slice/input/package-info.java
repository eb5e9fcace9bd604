@NullMarked
package dev.carillon.trigger.slice.input;

import org.jspecify.annotations.NullMarked;
