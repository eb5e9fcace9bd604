@NullMarked
package dev.carillon.cli.frame;

import org.jspecify.annotations.NullMarked;
