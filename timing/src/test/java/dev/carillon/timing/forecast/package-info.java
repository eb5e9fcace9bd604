@NullMarked
package dev.carillon.timing.forecast;

import org.jspecify.annotations.NullMarked;
