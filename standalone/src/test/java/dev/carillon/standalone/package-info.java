@NullMarked
package dev.carillon.standalone;

import org.jspecify.annotations.NullMarked;
