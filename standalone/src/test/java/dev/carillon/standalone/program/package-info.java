@NullMarked
package dev.carillon.standalone.program;

import org.jspecify.annotations.NullMarked;
