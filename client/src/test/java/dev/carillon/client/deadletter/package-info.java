@NullMarked
package dev.carillon.client.deadletter;

import org.jspecify.annotations.NullMarked;
