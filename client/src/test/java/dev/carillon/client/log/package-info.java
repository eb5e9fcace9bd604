@NullMarked
package dev.carillon.client.log;

import org.jspecify.annotations.NullMarked;
