@NullMarked
package dev.carillon.insight.worker;

import org.jspecify.annotations.NullMarked;
