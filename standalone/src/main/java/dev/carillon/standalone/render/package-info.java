/** Answers as text: tables, sentences, ages. */
@NullMarked
package dev.carillon.standalone.render;

import org.jspecify.annotations.NullMarked;
