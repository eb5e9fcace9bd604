@NullMarked
package dev.carillon.insight.topic;

import org.jspecify.annotations.NullMarked;
