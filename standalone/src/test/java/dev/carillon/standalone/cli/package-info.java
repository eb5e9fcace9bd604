@NullMarked
package dev.carillon.standalone.cli;

import org.jspecify.annotations.NullMarked;
