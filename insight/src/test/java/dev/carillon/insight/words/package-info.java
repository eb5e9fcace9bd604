@NullMarked
package dev.carillon.insight.words;

import org.jspecify.annotations.NullMarked;
