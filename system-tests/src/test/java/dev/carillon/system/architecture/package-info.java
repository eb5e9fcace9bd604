/**
 * Checks the architecture rules on the byte code of all modules. A planted class breaks each rule, because a rule that
 * can't fail protects nothing.
 */
@NullMarked
package dev.carillon.system.architecture;

import org.jspecify.annotations.NullMarked;
