/** Schedules as people write them: YAML or JSON read with the line and column of every field, and every problem said at once. */
@NullMarked
package dev.carillon.standalone.schedulefile;

import org.jspecify.annotations.NullMarked;
