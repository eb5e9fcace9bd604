@NullMarked
package dev.carillon.cli.batch;

import org.jspecify.annotations.NullMarked;
