/**
 * The house rules, checked on the byte code of all modules, and for each a planted class that breaks it: a rule that
 * can't fail protects nothing.
 */
@NullMarked
package dev.carillon.system.architecture;

import org.jspecify.annotations.NullMarked;
