@NullMarked
package dev.carillon.console.api.write;

import org.jspecify.annotations.NullMarked;
