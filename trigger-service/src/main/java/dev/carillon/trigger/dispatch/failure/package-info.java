/** Why a leader can not, or may not, go on. */
@NullMarked
package dev.carillon.trigger.dispatch.failure;

import org.jspecify.annotations.NullMarked;
