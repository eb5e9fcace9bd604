@NullMarked
package dev.carillon.cli.cluster;

import org.jspecify.annotations.NullMarked;
