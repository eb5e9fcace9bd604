/** The page's files over real HTTP. */
@NullMarked
package dev.carillon.console.page;

import org.jspecify.annotations.NullMarked;
