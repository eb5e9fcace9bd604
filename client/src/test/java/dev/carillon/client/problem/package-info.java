@NullMarked
package dev.carillon.client.problem;

import org.jspecify.annotations.NullMarked;
