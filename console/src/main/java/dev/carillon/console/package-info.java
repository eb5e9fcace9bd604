/** History, REST and the web page. All state comes from the topics, so a lost console is rebuilt from them. */
@NullMarked
package dev.carillon.console;

import org.jspecify.annotations.NullMarked;
