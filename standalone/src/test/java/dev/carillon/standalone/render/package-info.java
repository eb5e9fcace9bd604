@NullMarked
package dev.carillon.standalone.render;

import org.jspecify.annotations.NullMarked;
