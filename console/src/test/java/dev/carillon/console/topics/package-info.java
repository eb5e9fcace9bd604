@NullMarked
package dev.carillon.console.topics;

import org.jspecify.annotations.NullMarked;
