/**
 * Typed configuration: records with annotated components, bound from flags, environment, a YAML file and defaults.
 */
@NullMarked
package dev.carillon.kit.config;

import org.jspecify.annotations.NullMarked;
