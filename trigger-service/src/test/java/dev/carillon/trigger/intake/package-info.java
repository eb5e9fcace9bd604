@NullMarked
package dev.carillon.trigger.intake;

import org.jspecify.annotations.NullMarked;
