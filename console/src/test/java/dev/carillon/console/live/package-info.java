@NullMarked
package dev.carillon.console.live;

import org.jspecify.annotations.NullMarked;
