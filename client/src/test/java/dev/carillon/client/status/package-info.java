@NullMarked
package dev.carillon.client.status;

import org.jspecify.annotations.NullMarked;
