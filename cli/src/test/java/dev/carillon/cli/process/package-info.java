@NullMarked
package dev.carillon.cli.process;

import org.jspecify.annotations.NullMarked;
