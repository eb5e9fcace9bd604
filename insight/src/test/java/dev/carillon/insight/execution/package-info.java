@NullMarked
package dev.carillon.insight.execution;

import org.jspecify.annotations.NullMarked;
