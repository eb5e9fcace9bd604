@NullMarked
package dev.carillon.insight.schedule;

import org.jspecify.annotations.NullMarked;
