/** Tests the web page in a real browser: use, looks and accessibility. */
@NullMarked
package dev.carillon.system.page;

import org.jspecify.annotations.NullMarked;
