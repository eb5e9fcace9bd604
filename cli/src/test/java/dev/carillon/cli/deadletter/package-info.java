@NullMarked
package dev.carillon.cli.deadletter;

import org.jspecify.annotations.NullMarked;
