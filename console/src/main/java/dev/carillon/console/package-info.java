/** History, REST and the web page; it owns nothing, reads topics, writes records, and can be thrown away and rebuilt. */
@NullMarked
package dev.carillon.console;

import org.jspecify.annotations.NullMarked;
