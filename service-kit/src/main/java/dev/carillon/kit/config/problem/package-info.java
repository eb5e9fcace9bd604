/** What can be wrong with a configuration, each with its place and its fix. */
@NullMarked
package dev.carillon.kit.config.problem;

import org.jspecify.annotations.NullMarked;
