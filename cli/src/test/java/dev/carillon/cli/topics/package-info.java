@NullMarked
package dev.carillon.cli.topics;

import org.jspecify.annotations.NullMarked;
