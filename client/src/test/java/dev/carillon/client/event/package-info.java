@NullMarked
package dev.carillon.client.event;

import org.jspecify.annotations.NullMarked;
