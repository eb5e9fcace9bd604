@NullMarked
package dev.carillon.standalone.look;

import org.jspecify.annotations.NullMarked;
