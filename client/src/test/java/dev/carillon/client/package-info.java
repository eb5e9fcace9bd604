@NullMarked
package dev.carillon.client;

import org.jspecify.annotations.NullMarked;
