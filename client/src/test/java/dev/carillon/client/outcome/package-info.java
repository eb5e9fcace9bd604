@NullMarked
package dev.carillon.client.outcome;

import org.jspecify.annotations.NullMarked;
