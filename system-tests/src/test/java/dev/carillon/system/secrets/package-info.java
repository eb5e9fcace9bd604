/** Secrets stay inside: nothing that a person or another program can read ever shows one. */
@NullMarked
package dev.carillon.system.secrets;

import org.jspecify.annotations.NullMarked;
