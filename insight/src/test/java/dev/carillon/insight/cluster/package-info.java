@NullMarked
package dev.carillon.insight.cluster;

import org.jspecify.annotations.NullMarked;
