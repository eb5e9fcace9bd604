@NullMarked
package dev.carillon.cli.execution;

import org.jspecify.annotations.NullMarked;
