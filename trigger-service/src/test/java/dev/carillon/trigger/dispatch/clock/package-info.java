@NullMarked
package dev.carillon.trigger.dispatch.clock;

import org.jspecify.annotations.NullMarked;
