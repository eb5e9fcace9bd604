@NullMarked
package dev.carillon.standalone.client;

import org.jspecify.annotations.NullMarked;
