@NullMarked
package dev.carillon.client.schedule;

import org.jspecify.annotations.NullMarked;
