/**
 * Reads topics for the other packages: which part of a topic, how far a group has come, and where a fact was found.
 */
@NullMarked
package dev.carillon.insight.topic;

import org.jspecify.annotations.NullMarked;
