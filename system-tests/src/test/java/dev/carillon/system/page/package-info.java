/** The web page in a real browser: what a person does with it, what it looks like, and who can use it. */
@NullMarked
package dev.carillon.system.page;

import org.jspecify.annotations.NullMarked;
