@NullMarked
package dev.carillon.trigger.slice.build;

import org.jspecify.annotations.NullMarked;
