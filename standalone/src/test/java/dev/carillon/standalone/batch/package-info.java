@NullMarked
package dev.carillon.standalone.batch;

import org.jspecify.annotations.NullMarked;
