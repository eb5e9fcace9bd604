@NullMarked
package dev.carillon.cli;

import org.jspecify.annotations.NullMarked;
