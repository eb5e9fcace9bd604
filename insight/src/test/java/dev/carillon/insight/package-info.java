@NullMarked
package dev.carillon.insight;

import org.jspecify.annotations.NullMarked;
