@NullMarked
package dev.carillon.standalone.deadletter;

import org.jspecify.annotations.NullMarked;
