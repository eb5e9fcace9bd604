@NullMarked
package dev.carillon.client.submit;

import org.jspecify.annotations.NullMarked;
