/** Sentences and units that the command line and the web page share. */
@NullMarked
package dev.carillon.insight.words;

import org.jspecify.annotations.NullMarked;
