@NullMarked
package dev.carillon.cli.terminal;

import org.jspecify.annotations.NullMarked;
