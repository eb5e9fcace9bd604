@NullMarked
package dev.carillon.trigger.definition;

import org.jspecify.annotations.NullMarked;
