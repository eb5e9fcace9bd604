@NullMarked
package dev.carillon.insight.why;

import org.jspecify.annotations.NullMarked;
