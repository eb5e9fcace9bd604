/** Reads schedule and calendar files in YAML or JSON, and reports every problem at once with its line and column. */
@NullMarked
package dev.carillon.cli.schedulefile;

import org.jspecify.annotations.NullMarked;
